#include "http/meter.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "kit/buf.h"
#include "kit/num.h"

double
meter_quantile_s(struct histogram *h, double q)
{
	return h->n ? histogram_percentile(h, q) : 0;
}

void
meter_flight(struct meter *m, int delta, double now_s)
{
	m->busy_s += (double)m->in_flight * (now_s - m->since_s);
	m->since_s = now_s;
	m->in_flight = (size_t)((long)m->in_flight + delta);
}

bool
slo_met(const struct slo *slo, const struct answer *a)
{
	double after;

	if (a->error != ANSWER_OK)
		return false;
	if (slo->ttft_ms >= 0 && !((a->first_token_s - a->due_s) * 1e3 <= slo->ttft_ms))
		return false;
	if (slo->itl_ms < 0 || a->narrivals == 0)
		return slo->itl_ms < 0;
	after = (double)(a->completion - a->arrivals[0].tokens);
	return after <= 0 || (a->last_token_s - a->first_token_s) * 1e3 / after <= slo->itl_ms;
}

void
meter_sent(struct meter *m, double due_s, double sent_s)
{
	if (!isnan(sent_s))
		histogram_add(&m->late, sent_s > due_s ? sent_s - due_s : 0);
}

void
meter_answer(struct meter *m, const struct answer *a, const struct slo *slo)
{
	m->done++;
	m->errors += a->error != ANSWER_OK;
	m->good += slo_met(slo, a);
	m->tokens += a->completion > 0 ? a->completion : 0;
	m->prompt += a->prompt > 0 ? a->prompt : 0;
	m->cached += a->cached > 0 ? a->cached : 0;
	if (!isnan(a->first_token_s))
		histogram_add(&m->ttft, a->first_token_s - a->due_s);
}

static void
put_rates(struct buf *b, struct meter *m, double now_s)
{
	double wall = now_s > 0 ? now_s : 1e-9;
	double rate = (double)(m->done - m->before) / wall;

	if (m->errors)
		buf_printf(b, ", %zu error%s", m->errors, m->errors == 1 ? "" : "s");
	buf_printf(b, ", %.3g answers/s, %.3g tokens/s", rate, (double)m->tokens / wall);
	if (m->ttft.n)
		buf_printf(b, ", TTFT %.3g ms", 1e3 * meter_quantile_s(&m->ttft, .5));
}

void
meter_show(struct meter *m, double now_s)
{
	struct buf b = BUF_INIT;
	char left[NUM_TEXT];

	if (m->shown && now_s - m->shown_s < .25)
		return;
	m->shown = true;
	m->shown_s = now_s;
	buf_printf(&b, "\r\033[K%zu/%zu", m->done, m->total);
	put_rates(&b, m, now_s);
	if (m->done > m->before && m->done < m->total) {
		num_human_seconds(
			left, now_s / (double)(m->done - m->before) * (double)(m->total - m->done));
		buf_printf(&b, ", %s left", left);
	}
	if (write(STDERR_FILENO, b.s, b.len) < 0)
		m->shown_s = INFINITY;
	buf_free(&b);
}

void
meter_end(struct meter *m, double now_s, bool summary, const struct slo *slo)
{
	struct buf b = BUF_INIT;
	char wall[NUM_TEXT];

	buf_puts(&b, m->shown ? "\r\033[K" : "");
	if (summary) {
		num_human_seconds(wall, now_s);
		buf_printf(&b, "query: %zu answer%s in %s", m->done - m->before,
			m->done - m->before == 1 ? "" : "s", wall);
		if (m->before)
			buf_printf(&b, " (and %zu from before)", m->before);
		put_rates(&b, m, now_s);
		if (slo->ttft_ms >= 0 || slo->itl_ms >= 0)
			buf_printf(&b, ", goodput %.3g/s",
				(double)m->good / (now_s > 0 ? now_s : 1e-9));
		buf_puts(&b, "\n");
	}
	if (b.len && write(STDERR_FILENO, b.s, b.len) < 0)
		m->shown = false;
	buf_free(&b);
	histogram_free(&m->ttft);
	histogram_free(&m->late);
}
