#include "page/figure.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool
absent(struct buf *b, double x)
{
	if (isfinite(x))
		return false;
	buf_puts(b, FIGURE_NONE);
	return true;
}

/* With a sign, unless it rounds to zero. */
static void
signed_number(struct buf *b, double x, int decimals)
{
	char s[64];

	snprintf(s, sizeof s, "%.*f", decimals, fabs(x));
	if (strspn(s, "0.") != strlen(s))
		buf_puts(b, x < 0 ? FIGURE_MINUS : "+");
	buf_puts(b, s);
}

void
figure_percent(struct buf *b, double p)
{
	if (!absent(b, p))
		buf_printf(b, "%.1f%%", 100 * p);
}

void
figure_points(struct buf *b, double d)
{
	if (!absent(b, d))
		signed_number(b, 100 * d, 1);
}

void
figure_width(struct buf *b, double d)
{
	if (!absent(b, d))
		buf_printf(b, "%.1f", 100 * d);
}

void
figure_mde(struct buf *b, double d)
{
	if (isfinite(d) && d > 1)
		buf_puts(b, ">100");
	else
		figure_width(b, d);
}

void
figure_interval(struct buf *b, double lo, double hi)
{
	if (!isfinite(lo) || !isfinite(hi))
		return;
	buf_printf(b, "[%.1f, %.1f]", 100 * lo, 100 * hi);
}

void
figure_point_interval(struct buf *b, double lo, double hi)
{
	if (!isfinite(lo) || !isfinite(hi))
		return;
	buf_putc(b, '[');
	figure_points(b, lo);
	buf_puts(b, ", ");
	figure_points(b, hi);
	buf_putc(b, ']');
}

void
figure_count(struct buf *b, double n)
{
	char s[64];
	size_t len;

	if (absent(b, n))
		return;
	snprintf(s, sizeof s, "%.0f", fabs(n));
	len = strlen(s);
	if (n < 0)
		buf_puts(b, FIGURE_MINUS);
	for (size_t i = 0; i < len; i++) {
		if (i > 0 && (len - i) % 3 == 0)
			buf_putc(b, ',');
		buf_putc(b, s[i]);
	}
}

void
figure_rate(struct buf *b, double x)
{
	if (absent(b, x))
		return;
	if (fabs(x) >= 99.95)
		figure_count(b, x);
	else
		buf_printf(b, fabs(x) >= 9.995 ? "%.1f" : "%.2f", x);
}

void
figure_mib(struct buf *b, double mib)
{
	if (absent(b, mib))
		return;
	if (fabs(mib) >= 1024)
		buf_printf(b, "%.1f GiB", mib / 1024);
	else
		buf_printf(b, "%.0f MiB", mib);
}

void
figure_mib_change(struct buf *b, double mib)
{
	if (absent(b, mib))
		return;
	if (fabs(mib) >= 1024) {
		signed_number(b, mib / 1024, 1);
		buf_puts(b, " GiB");
	} else {
		signed_number(b, mib, 0);
		buf_puts(b, " MiB");
	}
}

void
figure_bytes(struct buf *b, double bytes)
{
	figure_mib(b, bytes / (1 << 20));
}

void
figure_ms(struct buf *b, double ms)
{
	if (absent(b, ms))
		return;
	if (fabs(ms) >= 999.5)
		figure_seconds(b, ms / 1000);
	else
		buf_printf(b, fabs(ms) < 9.95 ? "%.1f ms" : "%.0f ms", ms);
}

void
figure_seconds(struct buf *b, double s)
{
	if (absent(b, s))
		return;
	if (s >= 3600)
		buf_printf(b, "%.0f h %.0f min", floor(s / 3600), floor(fmod(s, 3600) / 60));
	else if (s >= 120)
		buf_printf(b, "%.0f min %.0f s", floor(s / 60), floor(fmod(s, 60)));
	else
		buf_printf(b, s < 9.995 ? "%.2f s" : "%.1f s", s);
}

void
figure_parameters(struct buf *b, double n)
{
	if (absent(b, n))
		return;
	if (n >= 9.95e9)
		buf_printf(b, "%.0fB", n / 1e9);
	else if (n >= 1e9)
		buf_printf(b, "%.1fB", n / 1e9);
	else
		buf_printf(b, "%.0fM", n / 1e6);
}

void
figure_word(struct buf *b, size_t n)
{
	static const char *const words[] = {"none", "one", "two", "three", "four", "five", "six",
		"seven", "eight", "nine", "ten"};

	if (n < sizeof words / sizeof *words)
		buf_puts(b, words[n]);
	else
		figure_count(b, (double)n);
}

void
figure_p(struct buf *b, double p)
{
	if (absent(b, p))
		return;
	if (p < .001)
		buf_puts(b, "<.001");
	else
		buf_printf(b, p >= .9995 ? "1" : "%.3f", p);
}
