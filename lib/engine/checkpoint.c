/* What both formats share. */
#include "engine/checkpoint.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "kit/buf.h"
#include "kit/hash.h"

float
float_of_f16(unsigned x)
{
	unsigned sign = x >> 15 & 1, exponent = x >> 10 & 31, fraction = x & 1023;
	float v;

	if (exponent == 31)
		v = fraction ? NAN : INFINITY;
	else if (exponent == 0)
		v = ldexpf((float)fraction, -24);
	else
		v = ldexpf((float)(fraction | 1024), (int)exponent - 25);
	return sign ? -v : v;
}

float
float_of_bf16(unsigned x)
{
	uint32_t bits = (uint32_t)x << 16;
	float v;

	memcpy(&v, &bits, sizeof v);
	return v;
}

void
fingerprint_of(const float *v, size_t n, char *hex)
{
	bool differ = false;

	for (size_t i = 1; i < n; i++)
		differ = differ || v[i] < v[0] || v[i] > v[0];
	*hex = '\0';
	if (differ)
		hash_hex(v, n * sizeof *v, hex);
}

/* Whether a word, lower case, names a quantization or a format and not the weights. */
static bool
names_quantization(const char *w)
{
	static const char *const whole[] = {"gguf", "f16", "f32", "bf16", "fp16", "fp32", "fp8",
		"fp4", "nvfp4", "mxfp4", "awq", "gptq", "int8", "int4", "w8a8", "w4a16", "4bit",
		"8bit", "hf", "k", "m", "s", "l", "xl", "xs", "xxs", "0", "1", "nl", "dynamic",
		"safetensors"};

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (strcmp(whole[i], w) == 0)
			return true;
	if (w[0] == 'i' && w[1] == 'q')
		w++;
	return w[0] == 'q' && isdigit((unsigned char)w[1]) && strlen(w) <= 4;
}

char *
family_of_name(const char *name)
{
	struct buf b = BUF_INIT;
	size_t first_end = 0;

	for (; *name; name++) {
		if (isalnum((unsigned char)*name) || *name == '.')
			buf_putc(&b, (char)tolower((unsigned char)*name));
		else if (b.len > 0 && b.s[b.len - 1] != '-')
			buf_putc(&b, '-');
	}
	while (b.len > 0 && b.s[b.len - 1] == '-')
		b.s[--b.len] = '\0';
	if (b.len == 0)
		return buf_steal(&b);
	first_end = strcspn(b.s, "-");
	/* Words at the end that say how, not what. The first word stays, whatever it is. */
	while (b.len > first_end) {
		char *last = strrchr(b.s, '-');

		if (last == NULL || !names_quantization(last + 1))
			break;
		*last = '\0';
		b.len = (size_t)(last - b.s);
	}
	return buf_steal(&b);
}
