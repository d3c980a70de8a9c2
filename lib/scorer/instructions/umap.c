#include <string.h>

#include "scorer/instructions/instructions.h"

static struct umap_slot *
slot_of(struct umap_slot *slots, size_t cap, struct ustr key, uint64_t hash)
{
	size_t i = hash & (cap - 1);

	while (slots[i].key.s && !(slots[i].hash == hash && ustr_eq(slots[i].key, key)))
		i = (i + 1) & (cap - 1);
	return &slots[i];
}

static void
grow(struct umap *m)
{
	size_t cap = m->cap ? m->cap * 4 : 256;
	struct umap_slot *slots = arena_alloc(m->arena, cap, sizeof *slots);

	memset(slots, 0, cap * sizeof *slots);
	for (size_t i = 0; i < m->cap; i++)
		if (m->slots[i].key.s)
			*slot_of(slots, cap, m->slots[i].key, m->slots[i].hash) = m->slots[i];
	m->slots = slots;
	m->cap = cap;
}

uint32_t *
umap_at(struct umap *m, struct ustr key)
{
	static const uint32_t nothing[1];
	uint64_t hash = ustr_hash(key);
	struct umap_slot *slot;

	if (m->n * 2 >= m->cap)
		grow(m);
	if (!key.s)
		key.s = nothing; /* a key is there where its place is */
	slot = slot_of(m->slots, m->cap, key, hash);
	if (!slot->key.s) {
		*slot = (struct umap_slot){key, hash, 0};
		m->n++;
	}
	return &slot->value;
}
