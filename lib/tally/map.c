#include "tally/map.h"

#include <stdlib.h>
#include <string.h>

#include "kit/mem.h"

uint64_t
text_hash(const void *s, size_t len, uint64_t seed)
{
	const unsigned char *at = s;
	uint64_t h = seed ^ UINT64_C(0xcbf29ce484222325), word;

	for (; len >= 8; len -= 8, at += 8) {
		memcpy(&word, at, 8);
		h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		h ^= h >> 32;
	}
	for (; len > 0; len--, at++)
		h = (h ^ *at) * UINT64_C(0x100000001b3);
	h = (h ^ h >> 33) * UINT64_C(0xff51afd7ed558ccd);
	return h ^ h >> 33;
}

static size_t
find_slot(const struct map *m, const char *s, size_t len)
{
	size_t at = text_hash(s, len, len) & (m->slots - 1);

	while (m->slot[at]) {
		size_t i = m->slot[at] - 1;

		if (m->len[i] == len && memcmp(m->key[i], s, len) == 0)
			break;
		at = (at + 1) & (m->slots - 1);
	}
	return at;
}

static void
widen(struct map *m)
{
	m->slots = m->slots ? m->slots * 2 : 64;
	free(m->slot);
	m->slot = xcalloc(m->slots, sizeof *m->slot);
	for (size_t i = 0; i < m->n; i++)
		m->slot[find_slot(m, m->key[i], m->len[i])] = (uint32_t)i + 1;
}

size_t
map_put(struct map *m, const char *s, size_t len, bool *fresh)
{
	size_t at;

	if (m->slots < 2 * (m->n + 1))
		widen(m);
	at = find_slot(m, s, len);
	if (fresh)
		*fresh = m->slot[at] == 0;
	if (m->slot[at])
		return m->slot[at] - 1;
	if (m->n == m->cap) {
		m->cap = m->cap ? 2 * m->cap : 16;
		m->key = xreallocarray(m->key, m->cap, sizeof *m->key);
		m->len = xreallocarray(m->len, m->cap, sizeof *m->len);
	}
	m->key[m->n] = xmalloc(len + 1);
	memcpy(m->key[m->n], s, len);
	m->key[m->n][len] = '\0';
	m->len[m->n] = len;
	m->slot[at] = (uint32_t)m->n + 1;
	return m->n++;
}

size_t
map_find(const struct map *m, const char *s, size_t len)
{
	size_t at;

	if (m->slots == 0)
		return SIZE_MAX;
	at = find_slot(m, s, len);
	return m->slot[at] ? m->slot[at] - 1 : SIZE_MAX;
}

void
map_free(struct map *m)
{
	for (size_t i = 0; i < m->n; i++)
		free(m->key[i]);
	free(m->key);
	free(m->len);
	free(m->slot);
	memset(m, 0, sizeof *m);
}
