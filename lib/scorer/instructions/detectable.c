/* detectable_content and detectable_format of IFEval. */
#include <string.h>

#include "scorer/instructions/instructions.h"

/* \[.*?\], within a line. */
enum outcome
check_placeholders(const struct constraint *c, struct text *t)
{
	size_t n = 0, i = 0;

	while ((i = ustr_find_char(t->s, '[', i)) != SIZE_MAX) {
		while (i < t->s.n && t->s.s[i] != ']' && t->s.s[i] != '\n')
			i++;
		n += i < t->s.n && t->s.s[i] == ']';
	}
	return (double)n >= c->arg[0].num;
}

/* letter, '.' and at most one blank; false leaves *i. */
static bool
initial(struct ustr s, size_t *i, uint32_t letter)
{
	if (*i + 1 >= s.n || s.s[*i] != letter || s.s[*i + 1] != '.')
		return false;
	*i += 2;
	*i += *i < s.n && uc_space(s.s[*i]);
	return true;
}

/* p.\s?p.\s?s or p.\s?s. in the lower-case text. */
static bool
has_postscript(struct ustr s, bool twice)
{
	for (size_t at = 0; (at = ustr_find_char(s, 'p', at)) != SIZE_MAX; at++) {
		size_t i = at;

		if (!initial(s, &i, 'p') || (twice && !initial(s, &i, 'p')))
			continue;
		if (i < s.n && s.s[i] == 's' && (twice || (i + 1 < s.n && s.s[i + 1] == '.')))
			return true;
	}
	return false;
}

char *
prepare_postscript(struct constraint *c)
{
	struct ustr marker = ustr_strip(c->arg[0].text);

	c->arg[0].text = marker;
	if (ustr_eq_ascii(marker, "P.P.S") || ustr_eq_ascii(marker, "P.S."))
		return NULL;
	return pattern_add(c, ustr_lower(&c->arena, marker), PATTERN_MULTILINE);
}

enum outcome
check_postscript(const struct constraint *c, struct text *t)
{
	struct text low;

	if (!c->npatterns)
		return has_postscript(text_lower(t), ustr_eq_ascii(c->arg[0].text, "P.P.S"));
	low = (struct text){.arena = t->scratch, .scratch = t->scratch, .s = text_lower(t)};
	return pattern_search(c->patterns[0], &low);
}

/*
 * Matches of ^\s*MARK…$ with ^ and $ at every line: the blanks may go over lines, and a bullet '*'
 * is followed by anything but another, a line's end too.
 */
static size_t
count_bullets(struct ustr s, uint32_t mark)
{
	size_t n = 0, at = 0;

	while (at < s.n) {
		size_t i = at, behind;
		bool hit;

		while (i < s.n && uc_space(s.s[i]))
			i++;
		hit = i < s.n && s.s[i] == mark &&
		      (mark != '*' || (i + 1 < s.n && s.s[i + 1] != '*'));
		behind = hit ? i + (mark == '*' ? 2 : 1) : i;
		n += hit;
		/* the next line's start at or behind the match; none between the blanks and here */
		if (!hit || behind == 0 || s.s[behind - 1] != '\n' || behind >= s.n ||
			s.s[behind] != '\n')
			behind = ustr_find_char(s, '\n', behind);
		else
			behind--; /* the match ends where a line is empty: that is a start too */
		if (behind == SIZE_MAX)
			break;
		at = behind + 1;
	}
	return n;
}

enum outcome
check_bullets(const struct constraint *c, struct text *t)
{
	return (double)(count_bullets(t->s, '*') + count_bullets(t->s, '-')) == c->arg[0].num;
}

enum outcome
check_constrained(const struct constraint *c, struct text *t)
{
	(void)c;
	return ustr_find_ascii(t->s, "My answer is yes.", 0) != SIZE_MAX ||
	       ustr_find_ascii(t->s, "My answer is no.", 0) != SIZE_MAX ||
	       ustr_find_ascii(t->s, "My answer is maybe.", 0) != SIZE_MAX;
}

/* *…* and **…** within a line, both counted, where there is more between them than blanks. */
static size_t
count_highlights(struct ustr s, size_t stars)
{
	size_t n = 0, i = 0;

	while ((i = ustr_find_char(s, '*', i)) != SIZE_MAX) {
		size_t from = i + stars, to = from;

		if (stars == 2 && (i + 1 >= s.n || s.s[i + 1] != '*')) {
			i++;
			continue;
		}
		while (to < s.n && s.s[to] != '*' && s.s[to] != '\n')
			to++;
		if (to + stars <= s.n && s.s[to] == '*' && s.s[to + stars - 1] == '*') {
			n += !ustr_blank(ustr_slice(s, from, to));
			i = to + stars;
		} else {
			i++;
		}
	}
	return n;
}

enum outcome
check_highlights(const struct constraint *c, struct text *t)
{
	return (double)(count_highlights(t->s, 1) + count_highlights(t->s, 2)) >= c->arg[0].num;
}

char *
prepare_sections(struct constraint *c)
{
	return pattern_add(c, ustr_strip(c->arg[0].text), PATTERN_NUMBERED);
}

/* re.split gives a piece more for every match, and one for each of its groups. */
enum outcome
check_sections(const struct constraint *c, struct text *t)
{
	size_t groups;
	long n = pattern_count(c->patterns[0], t, &groups);

	if (n < 0)
		return OUTCOME_ERROR;
	return (double)n * (double)(groups + 1) >= c->arg[1].num;
}

static struct ustr
drop_prefix(struct ustr s, const char *prefix)
{
	return ustr_starts_ascii(s, prefix) ? ustr_slice(s, strlen(prefix), s.n) : s;
}

enum outcome
check_json(const struct constraint *c, struct text *t)
{
	struct ustr s = ustr_strip(t->s);

	(void)c;
	s = drop_prefix(s, "```json");
	s = drop_prefix(s, "```Json");
	s = drop_prefix(s, "```JSON");
	s = drop_prefix(s, "```");
	if (ustr_ends_ascii(s, "```"))
		s.n -= 3;
	return python_json_valid(ustr_strip(s));
}

/* <<…>> within a line, from the first << to the last >>, with more than brackets and blanks. */
static bool
line_has_title(struct ustr line)
{
	size_t from = ustr_find_ascii(line, "<<", 0), to = line.n;

	if (from == SIZE_MAX)
		return false;
	while (to > from + 4 && !(line.s[to - 1] == '>' && line.s[to - 2] == '>'))
		to--;
	if (to <= from + 4)
		return false;
	while (from < to && line.s[from] == '<')
		from++;
	while (to > from && line.s[to - 1] == '>')
		to--;
	return !ustr_blank(ustr_slice(line, from, to));
}

enum outcome
check_title(const struct constraint *c, struct text *t)
{
	struct ustr line;

	(void)c;
	for (size_t at = 0; ustr_next_line(t->s, &at, &line);)
		if (line_has_title(line))
			return FOLLOWED;
	return NOT_FOLLOWED;
}
