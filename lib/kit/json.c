#include "kit/json.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/err.h"
#include "kit/file.h"
#include "kit/mem.h"
#include "kit/num.h"
#include "kit/utf8.h"

size_t
json_put_string(struct buf *b, const char *s, size_t len)
{
	static const char hex[] = "0123456789abcdef";
	size_t repaired = 0;

	buf_reserve(b, len + 2);
	buf_putc(b, '"');
	for (size_t i = 0; i < len;) {
		size_t plain = i;
		while (plain < len && (unsigned char)s[plain] >= 0x20 && s[plain] != '"' &&
			s[plain] != '\\' && (unsigned char)s[plain] < 0x80)
			plain++;
		buf_add(b, s + i, plain - i);
		if ((i = plain) == len)
			break;
		unsigned char c = (unsigned char)s[i];
		size_t n = utf8_length(s + i, len - i);
		const char *letter = c && c < 0x80 ? strchr("\bb\ff\nn\rr\tt\"\"\\\\", c) : NULL;
		if (c >= 0x80 && n) {
			buf_add(b, s + i, n);
		} else if (c >= 0x80) {
			buf_puts(b, "\xef\xbf\xbd");
			repaired++;
		} else if (letter) {
			buf_putc(b, '\\');
			buf_putc(b, letter[1]);
		} else {
			char esc[] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
			buf_add(b, esc, sizeof esc);
		}
		i += n ? n : 1;
	}
	buf_putc(b, '"');
	return repaired;
}

static void put(struct buf *b, const json_t *v, bool canonical);

/* RFC 8785 orders members by UTF-16 code units: differs from bytes only above U+FFFF. */
static int
by_utf16(const void *a, const void *b)
{
	return utf8_compare_utf16(*(const char *const *)a, *(const char *const *)b);
}

static void
put_object(struct buf *b, const json_t *v, bool canonical)
{
	size_t n = json_object_size(v), i = 0;
	const char **keys = xcalloc(n, sizeof *keys), *key;
	json_t *member;

	json_object_foreach((json_t *)v, key, member) keys[i++] = key;
	if (canonical)
		qsort(keys, n, sizeof *keys, by_utf16);
	buf_putc(b, '{');
	for (i = 0; i < n; i++) {
		if (i)
			buf_putc(b, ',');
		json_put_string(b, keys[i], strlen(keys[i]));
		buf_putc(b, ':');
		put(b, json_object_get(v, keys[i]), canonical);
	}
	buf_putc(b, '}');
	free(keys);
}

static void
put_number(struct buf *b, const json_t *v, bool canonical)
{
	char text[NUM_TEXT];

	if (json_is_integer(v) && !canonical)
		buf_printf(b, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
	else if (canonical)
		buf_add(b, text, (size_t)num_canonical(text, json_number_value(v)));
	else
		buf_add(b, text, (size_t)num_real(text, json_real_value(v)));
}

static void
put(struct buf *b, const json_t *v, bool canonical)
{
	switch (json_typeof(v)) {
	case JSON_OBJECT: put_object(b, v, canonical); break;
	case JSON_ARRAY:
		buf_putc(b, '[');
		for (size_t i = 0; i < json_array_size(v); i++) {
			if (i)
				buf_putc(b, ',');
			put(b, json_array_get(v, i), canonical);
		}
		buf_putc(b, ']');
		break;
	case JSON_STRING: json_put_string(b, json_string_value(v), json_string_length(v)); break;
	case JSON_INTEGER:
	case JSON_REAL: put_number(b, v, canonical); break;
	case JSON_TRUE: buf_puts(b, "true"); break;
	case JSON_FALSE: buf_puts(b, "false"); break;
	case JSON_NULL: buf_puts(b, "null"); break;
	}
}

void
json_put(struct buf *b, const json_t *v)
{
	put(b, v, false);
}

void
json_put_canonical(struct buf *b, const json_t *v)
{
	put(b, v, true);
}

char *
json_text(const json_t *v)
{
	struct buf b = BUF_INIT;

	json_put(&b, v);
	return buf_steal(&b);
}

json_t *
json_path(const json_t *v, const char *path)
{
	char key[128];

	while (v && *path) {
		size_t n = strcspn(path, ".");
		if (n >= sizeof key)
			return NULL;
		memcpy(key, path, n);
		key[n] = '\0';
		v = json_object_get(v, key);
		path += n + (path[n] == '.');
	}
	return (json_t *)v;
}

const char *
json_str(const json_t *v, const char *path, const char *otherwise)
{
	const char *s = json_string_value(json_path(v, path));

	return s ? s : otherwise;
}

double
json_num(const json_t *v, const char *path, double otherwise)
{
	json_t *x = json_path(v, path);

	return json_is_number(x) ? json_number_value(x) : otherwise;
}

json_int_t
json_int(const json_t *v, const char *path, json_int_t otherwise)
{
	json_t *x = json_path(v, path);

	return json_is_integer(x) ? json_integer_value(x) : otherwise;
}

int
json_flag(const json_t *v, const char *path, int otherwise)
{
	json_t *x = json_path(v, path);

	return json_is_boolean(x) ? json_is_true(x) : otherwise;
}

json_t *
json_finite(double x)
{
	return isfinite(x) ? json_real(x) : NULL;
}

void
json_set_num(json_t *object, const char *key, double x)
{
	if (isfinite(x))
		json_object_set_new(object, key, json_real(x));
}

json_t *
json_load_path(const char *path)
{
	struct buf b = BUF_INIT;
	json_error_t fault;

	if (!read_file(path, &b))
		die_errno(EXIT_NO_INPUT, "%s", path);
	json_t *v = json_loadb(b.s ? b.s : "", b.len, JSON_REJECT_DUPLICATES, &fault);
	if (!v)
		die(EXIT_CONFIG, "%s:%d:%d: %s", path, fault.line, fault.column, fault.text);
	buf_free(&b);
	return v;
}
