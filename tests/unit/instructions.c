/* Each type: a text that follows, and the nearest one that doesn't; strict and loose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "language/data.h"
#include "scorer/instructions/instructions.h"

struct row {
	const char *id, *args, *text;
	int strict, loose;
};

static const struct row rows[] = {
	{"keywords:existence", "{'keywords':['Cat','dog']}", "a CAT, a hotdog", 1, 1},
	{"keywords:existence", "{'keywords':['cat','dog']}", "a cat, a do g", 0, 0},
	{"keywords:existence", "{'keywords':['c.t']}", "a cut", 1, 1},
	{"keywords:existence", "{'keywords':['c.t']}", "a c\nt", 0, 0},
	{"keywords:existence", "{'keywords':['c*t']}", "a cct", 1, 1},
	{"keywords:existence", "{'keywords':['kelvin']}",
		"\xe2\x84\xaa"
		"elvin",
		1, 1},
	{"keywords:frequency", "{'keyword':' aa ','frequency':2,'relation':'at least'}", "aaAa", 1,
		1},
	{"keywords:frequency", "{'keyword':'aa','frequency':2,'relation':'at least'}", "aaA", 0, 0},
	{"keywords:frequency", "{'keyword':'aa','frequency':2,'relation':'less than'}", "aaa", 1,
		1},
	{"keywords:frequency", "{'keyword':'aa','frequency':0,'relation':'at least'}", "b", 1, 1},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}",
		"cats, cat_, \xc3\xa9"
		"cat",
		1, 1},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}", "a CAT-like", 0, 0},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}", "cat\nnone here\ncat", 0, 1},
	{"keywords:letter_frequency", "{'letter':'I','let_frequency':3,'let_relation':'at least'}",
		"I\xc4\xb0i", 1, 1},
	{"keywords:letter_frequency", "{'letter':'i','let_frequency':3,'let_relation':'at least'}",
		"I\xc4\xb1i", 0, 0},
	{"keywords:letter_frequency", "{'letter':'#','let_frequency':2,'let_relation':'at least'}",
		"##", 1, 1},
	{"length_constraints:number_paragraphs", "{'num_paragraphs':2}", "a\n***\nb", 1, 1},
	{"length_constraints:number_paragraphs", "{'num_paragraphs':2}", "a\n***\n***\nb", 0, 0},
	{"length_constraints:number_paragraphs", "{'num_paragraphs':1}", "***\na\n***", 1, 1},
	{"length_constraints:number_words", "{'num_words':3,'relation':'at least'}", "a-b c", 1, 1},
	{"length_constraints:number_words", "{'num_words':3,'relation':'at least'}", "a_b c'", 0,
		0},
	/* a combining mark belongs to its word */
	{"length_constraints:number_words", "{'num_words':2,'relation':'less than'}", "e\xcc\x81t",
		1, 1},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'Hi'}", "a\n\n'hI, you", 1, 1},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'hi'}", "a\n\nhi-there", 0, 0},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'hi'}", "a\nhi", 0, 0},
	{"detectable_content:number_placeholders", "{'num_placeholders':2}", "[a][]", 1, 1},
	{"detectable_content:number_placeholders", "{'num_placeholders':2}", "[a][b\n]", 0, 0},
	{"detectable_content:postscript", "{'postscript_marker':'P.S.'}", "so\np. s. yes", 1, 1},
	{"detectable_content:postscript", "{'postscript_marker':'P.S.'}", "so\nP.  S. no", 0, 0},
	{"detectable_content:postscript", "{'postscript_marker':'P.P.S'}", "p.\np. s", 1, 1},
	{"detectable_content:postscript", "{'postscript_marker':'P.P.S'}", "P.S. no", 0, 0},
	{"detectable_format:number_bullet_lists", "{'num_bullets':2}", "* a\n - b\n**c", 1, 1},
	{"detectable_format:number_bullet_lists", "{'num_bullets':2}", "* a\n+ b", 0, 0},
	{"detectable_format:number_bullet_lists", "{'num_bullets':1}", "*\n* b", 1, 1},
	{"detectable_format:number_bullet_lists", "{'num_bullets':0}", "*", 1, 1},
	{"detectable_format:constrained_response", "{}", "So: My answer is no.", 1, 1},
	{"detectable_format:constrained_response", "{}", "My answer is no", 0, 0},
	{"detectable_format:number_highlighted_sections", "{'num_highlights':2}", "*a* **b**", 1,
		1},
	{"detectable_format:number_highlighted_sections", "{'num_highlights':2}", "*a* * *", 0, 0},
	{"detectable_format:multiple_sections", "{'section_spliter':'Day','num_sections':2}",
		"Day 1\nx\nDay2", 1, 1},
	{"detectable_format:multiple_sections", "{'section_spliter':'Day','num_sections':2}",
		"Day 1\nx\nDay  2", 0, 0},
	{"detectable_format:json_format", "{}", "```json\n{\"a\":[1.5e3,NaN,\"\\ud800\"]}\n```", 1,
		1},
	{"detectable_format:json_format", "{}", "{\"a\":[01]}", 0, 0},
	{"detectable_format:json_format", "{}", "{\"a\":1,}", 0, 0},
	{"detectable_format:json_format", "{}", "Here:\n[1]", 0, 1},
	{"detectable_format:title", "{}", "<<a>>", 1, 1},
	{"detectable_format:title", "{}", "<< >>", 0, 0},
	{"detectable_format:title", "{}", "<<a\n>>", 0, 0},
	{"combination:two_responses", "{}", "a******b", 1, 1},
	{"combination:two_responses", "{}", "a******a ", 0, 0},
	{"combination:two_responses", "{}", "a******b******", 1, 1},
	{"combination:repeat_prompt", "{'prompt_to_repeat':'Do it. '}", " do IT. Well", 1, 1},
	{"combination:repeat_prompt", "{'prompt_to_repeat':'Do it.'}", "Do it! Well", 0, 0},
	{"combination:repeat_prompt", "{'prompt_to_repeat':'Do it.'}", "Sure:\nDo it.", 0, 1},
	{"startend:end_checker", "{'end_phrase':'The End'}", "this is\nthe end\"\n", 1, 1},
	{"startend:end_checker", "{'end_phrase':'The End'}", "the end.", 0, 0},
	{"startend:quotation", "{}", " \"a\"\n", 1, 1},
	{"startend:quotation", "{}", "\"", 0, 0},
	{"punctuation:no_comma", "{}", "a; b", 1, 1},
	{"punctuation:no_comma", "{}", "a, b", 0, 0},
	{"punctuation:no_comma", "{}", "a, b\nc", 0, 1},
	/* blank answers follow nothing */
	{"punctuation:no_comma", "{}", " \n\xc2\xa0\r\n", 0, 0},
	{"punctuation:no_comma", "{}", "", 0, 0},
	{"keywords:forbidden_words", "{'forbidden_words':['cat']}", "\xe3\x80\x80", 0, 0},
	{"language:response_language", "{'language':'de'}",
		"Das ist ein deutscher Satz, der lang genug ist.", 1, 1},
	{"language:response_language", "{'language':'fr'}",
		"Das ist ein deutscher Satz, der lang genug ist.", 0, 0},
	{"language:response_language", "{'language':'fr'}", "12345 !!!", 1, 1},
	{"length_constraints:number_sentences", "{'num_sentences':2,'relation':'at least'}",
		"Dr. Smith came. He left.", 1, 1},
	{"length_constraints:number_sentences", "{'num_sentences':2,'relation':'at least'}",
		"Dr. Smith came at 5 p.m. yesterday.", 0, 0},
	{"change_case:capital_word_frequency",
		"{'capital_frequency':2,'capital_relation':'at least'}", "NASA'S it", 1, 1},
	{"change_case:capital_word_frequency",
		"{'capital_frequency':2,'capital_relation':'at least'}", "NASA's it", 0, 0},
	{"change_case:english_capital", "{}", "THE CAT SAT ON THE MAT AND THAT WAS THAT.", 1, 1},
	{"change_case:english_capital", "{}", "THE CAT SAT ON THE MAT AND tHAT WAS THAT.", 0, 0},
	{"change_case:english_lowercase", "{}", "the cat sat on the mat and that was that.", 1, 1},
	{"change_case:english_lowercase", "{}", "the cat sat on the Mat and that was that.", 0, 0},
	{"count:word_count_range", "{'min_words':2.0,'max_words':3.0}", "a b c", 1, 1},
	{"count:word_count_range", "{'min_words':2,'max_words':3}", "a b c d", 0, 0},
	{"count:unique_word_count", "{'N':3}", "a, b c", 1, 1},
	{"count:unique_word_count", "{'N':3}", "a. B b A", 0, 0},
	{"count:unique_word_count", "{'N':3}", "a b --", 1, 1},
	{"ratio:stop_words", "{'percentage':50}", "the cat", 1, 1},
	{"ratio:stop_words", "{'percentage':49}", "the cat", 0, 0},
	{"ratio:stop_words", "{'percentage':100}", "?!", 0, 0},
	{"ratio:sentence_type", "{}", "It is so. It was so. Is it?", 1, 1},
	{"ratio:sentence_type", "{}", "It is so. Is it?", 0, 0},
	{"ratio:sentence_type", "{}", "Hooray!", 1, 1},
	{"ratio:sentence_balance", "{}", "It is so. Is it? It is!", 1, 1},
	{"ratio:sentence_balance", "{}", "It is so. Is it? It is.", 0, 0},
	{"count:conjunctions", "{'small_n':2}", "You and me, but not, or.", 1, 1},
	{"count:conjunctions", "{'small_n':2}", "You and me and them, orb", 0, 0},
	{"count:conjunctions", "{'small_n':2}", "And and", 1, 1},
	{"count:person_names", "{'N':2}", "Emma met Leo; Emma's here.", 1, 1},
	{"count:person_names", "{'N':2}", "Emma met Leon, emma, Emma_.", 0, 0},
	{"ratio:overlap", "{'reference_text':'abcd','percentage':50}", "abcxz", 0, 0},
	{"ratio:overlap", "{'reference_text':'abcd','percentage':50}", "abcx", 1, 1},
	{"ratio:overlap", "{'reference_text':'abcd','percentage':0}", "ab", 0, 0},
	{"ratio:overlap", "{'reference_text':'\xc3\xa4\xc3\xb6\xc3\xbc!','percentage':50}",
		"\xc3\xa4\xc3\xb6\xc3\xbc?", 1, 1},
	{"count:numbers", "{'N':2}", "1,000.5 and 3", 1, 1},
	{"count:numbers", "{'N':2}", "1 000 and 3", 0, 0},
	{"count:numbers", "{'N':1}", "\xd9\xa3\xd9\xa4", 1, 1},
	{"words:alphabet", "{}", "Yes zebras are big.", 1, 1},
	{"words:alphabet", "{}", "Yes zebras bare all", 0, 0},
	{"words:alphabet", "{}", "1st a b", 0, 0},
	{"words:vowel", "{}", "a cat is on it", 1, 1},
	{"words:vowel", "{}", "a cat is on it here", 0, 0},
	{"words:vowel", "{}", "a\na", 0, 1},
	{"words:consonants", "{}", "strong bright", 1, 1},
	{"words:consonants", "{}", "strong eyes are", 0, 0},
	{"sentence:alliteration_increment", "{}", "Cats sleep. Big bears. All ants are.", 1, 1},
	{"sentence:alliteration_increment", "{}", "Big bears run. All ants eat.", 0, 0},
	{"words:palindrome", "{}", "level radar civic kayak rotor refer madam stats tenet solos", 1,
		1},
	{"words:palindrome", "{}", "level radar civic kayak rotor refer madam stats tenet noon", 0,
		0},
	{"count:punctuation", "{}", "a.b,c!d?e;f:g?!", 1, 1},
	{"count:punctuation", "{}", "a.b,c?e;f:g?!", 0, 0},
	{"count:punctuation", "{}", "a.b,c!d?e;f:g", 0, 0},
	{"format:parentheses", "{}", "([{([x", 0, 0},
	{"format:parentheses", "{}", "([{([x])}])", 1, 1},
	{"format:parentheses", "{}", "([{(x)}])", 0, 0},
	{"format:quotes", "{}", "\"a 'b \"c\" d' e\"", 1, 1},
	{"format:quotes", "{}", "\"a 'b' c\"", 0, 0},
	{"words:prime_lengths", "{}", "it's an apple", 1, 1},
	{"words:prime_lengths", "{}", "this apple", 0, 0},
	{"format:options", "{'options':'yes/no/maybe'}", " Yes.", 1, 1},
	{"format:options", "{'options':'yes/no/maybe'}", "yes no", 0, 0},
	{"format:options", "{'options':'a), b), c), d)'}", "a)", 1, 1},
	{"format:options", "{'options':'a), b), c), d)'}", "a", 0, 0},
	{"format:newline", "{}", "one\n\ntwo!\n", 1, 1},
	{"format:newline", "{}", "one two", 0, 0},
	{"format:emoji", "{}", "Good day \xf0\x9f\x98\x80. Bye \xe2\x9d\xa4\xef\xb8\x8f", 1, 1},
	{"format:emoji", "{}", "Good day \xf0\x9f\x98\x80. Bye", 0, 0},
	{"ratio:sentence_words", "{}", "A cat sat. A dog ran. A pig ate.", 1, 1},
	{"ratio:sentence_words", "{}", "A cat sat. A dog ran. A pig slept.", 0, 0},
	{"count:words_japanese", "{'N':2}", "one \xe4\xba\x8c, three 4 five -", 1, 1},
	{"count:words_japanese", "{'N':2}", "one \xe4\xba\x8c, three four", 0, 0},
	{"words:start_verb", "{}", "Consider the shop.", 1, 1},
	{"words:start_verb", "{}", "The shop is near.", 0, 0},
	{"words:repeats", "{'small_n':2}", "a b A. b", 1, 1},
	{"words:repeats", "{'small_n':2}", "a b A. a!", 0, 0},
	{"sentence:keyword", "{'word':'c.t','N':2}", "One is here. A C.T came.", 1, 1},
	{"sentence:keyword", "{'word':'cat','N':2}", "A cat is here. Two cats came.", 0, 0},
	{"sentence:keyword", "{'word':'cat','N':2}", "Hi.", 0, 0},
	{"count:pronouns", "{'N':4}", "She/her said IT's mine", 1, 1},
	{"count:pronouns", "{'N':4}", "She said it's mines", 0, 0},
	{"words:odd_even_syllables", "{}", "happy cat table", 1, 1},
	{"words:odd_even_syllables", "{}", "happy table", 0, 0},
	{"words:last_first", "{}", "I see the cat. Cat food is here.", 1, 1},
	{"words:last_first", "{}", "I see the cat. Cats eat here.", 0, 0},
	{"words:paragraph_last_first", "{}", "Cat is a cat.\n\n-dog dog", 1, 1},
	{"words:paragraph_last_first", "{}", "Cat is a cat.\ndog, dog", 0, 1},
	{"sentence:increment", "{'small_n':2}", "One word. It has more words.", 1, 1},
	{"sentence:increment", "{'small_n':2}", "One word. It has more.", 0, 0},
	{"words:no_consecutive", "{}", "one two Three", 0, 0},
	{"words:no_consecutive", "{}", "one two - four", 1, 1},
	{"format:line_indent", "{}", "a\n b\n  c", 1, 1},
	{"format:line_indent", "{}", "a\n b\n c", 0, 1},
	{"format:line_indent", "{}", "a\n\n b\n  c", 1, 1},
	{"format:line_indent", "{}", "a\n\n\n b\n  c", 0, 1},
	{"format:quote_unquote", "{}", "\"a\" is b", 1, 1},
	{"format:quote_unquote", "{}", "so \"a\".", 0, 0},
	{"format:quote_unquote", "{}", "\"a\" \"b\" c", 0, 0},
	{"format:list", "{'sep':'!?!?'}", "!?!? a !?!? b", 1, 1},
	{"format:list", "{'sep':'!?!?'}", "!?!?!?", 0, 0},
	{"format:thesis", "{}", "<i>a</i> b", 1, 1},
	{"format:thesis", "{}", "<i>a</i>", 0, 0},
	{"format:thesis", "{}", "<i> </i> b", 0, 0},
	{"format:sub-bullets", "{}", "* a\n - b\n* c - d", 1, 1},
	{"format:sub-bullets", "{}", "* a\n - b\n* c", 0, 1},
	{"format:no_bullets_bullets", "{}", "It is so. It was.\n* a\n* b", 1, 1},
	{"format:no_bullets_bullets", "{}", "It is so. It was.\n* a\nb\n* c", 0, 0},
	{"custom:multiples", "{}", "14,21, 28\n35 42 49", 1, 1},
	{"custom:multiples", "{}", "14,21, 28\n35 42 49 56", 0, 0},
	{"custom:mcq_count_length", "{}",
		"Question 1: a?\nA) 1\nB) 2\nC) 3\nD) 4\nE) 5\n\nQuestion 2: ab?\nA) 1\nB) 2\nC) "
		"3\nD) "
		"4\nE) 5\nQuestion 3. abc?\na. 1\nb. 2\nc. 3\nd. 4\ne. 5\nQuestion 4 abcd?\nA) "
		"1\nB) "
		"2\nC) 3\nD) 4\nE) 5",
		1, 1},
	{"custom:mcq_count_length", "{}",
		"Question 1: a?\nA) 1\nB) 2\nC) 3\nD) 4\nE) 5\n\nQuestion 2: ab?\nA) 1\nB) 2\nC) "
		"3\nD) "
		"4\nE) 5\nQuestion 3. abc?\na. 1\nb. 2\nc. 3\nd. 4\ne. 5\nQuestion 4 abc?\nA) "
		"1\nB) "
		"2\nC) 3\nD) 4\nE) 5",
		0, 0},
	{"custom:reverse_newline", "{}", "Zimbabwe\nZambia\nTogo", 0, 0},
	{"custom:word_reverse", "{}", "Eagle, bald the is it.", 1, 1},
	{"custom:word_reverse", "{}", "The bald eagle it is.", 0, 0},
	{"custom:character_reverse", "{}", "elgaE dlaB", 1, 1},
	{"custom:character_reverse", "{}", "elgaedlab", 0, 0},
	{"custom:european_capitals_sort", "{}",
		"Reykjav\xc3\xadk, Helsinki, Oslo, Tallinn, Stockholm, Riga, Moscow, Copenhagen, "
		"Vilnius, Minsk, Dublin, Berlin, Amsterdam, Warsaw, London, Brussels, Prague, "
		"Luxembourg, Paris, Vienna, Bratislava, Budapest, Vaduz, Chi\xc8\x99in\xc4\x83u, "
		"Bern, "
		"Ljubljana,Zagreb,",
		1, 1},
	{"custom:european_capitals_sort", "{}", "Reykjavik, Helsinki, Oslo", 0, 0},
	{"custom:sentence_alphabet", "{}", "A cat sat. But it ran.", 0, 0},
	{"custom:csv_city", "{}",
		"ID,Country,City,Year,Count\r\n1,\"a,\n\"\"b\",c,1,1\n2,a,b,1,1\n3,a,b,1,1\n4,a,b,"
		"1,1\n5,"
		"a,b,1,1\n6,a,b,1,1\n7,a,b,,",
		1, 1},
	{"custom:csv_city", "{}",
		"ID,Country,City,Year,Count\n1,a,b,1,1\n2,a,b,1,1\n3,a,b,1,1\n4,a,b,1,1\n5,a,b,1,"
		"1\n6,a,b,"
		"1,1\n7,a,b,1",
		0, 0},
	{"custom:csv_city", "{}",
		"ID,Country,City,Year,Count\r1,a,b,1,1\n2,a,b,1,1\n3,a,b,1,1\n4,a,b,1,1\n5,a,b,1,"
		"1\n6,a,b,"
		"1,1\n7,a,b,1,1\n8,a,b,1,1",
		0, 0},
	{"custom:csv_special_character", "{}",
		"ProductID,Category,Brand,Price,Stock\n1,a,\"b!\",1,1\n2,a,b,1,1\n3,a,b,1,1\n4,a,b,"
		"1,1\n5,"
		"a,b,1,1\n6,a,b,1,1\n7,a,b,1,1\n8,a,b,1,1\n9,a,b,1,1\n10,a,b,1,1\n11,a,b,1,1\n12,a,"
		"b,1,"
		"1\n13,a,b,1,1\n14,a,b,1,1",
		1, 1},
	{"custom:csv_special_character", "{}",
		"ProductID,Category,Brand,Price,Stock\n1,a,\"b\",1,1\n2,a,b!,1,1\n3,a,b,1,1\n4,a,b,"
		"1,1\n5,"
		"a,b,1,1\n6,a,b,1,1\n7,a,b,1,1\n8,a,b,1,1\n9,a,b,1,1\n10,a,b,1,1\n11,a,b,1,1\n12,a,"
		"b,1,"
		"1\n13,a,b,1,1\n14,a,b,1,1",
		0, 0},
	{"custom:csv_quotes", "{}",
		"\"StudentID\"\t\"Subject\"\t\"Grade\"\t\"Semester\"\t\"Score\"\n\"1\"\t\"a\"\t\"b"
		"\"\t\"c\"\t"
		"\"2\"\n\"1\"\t\"a\"\t\"b\"\t\"c\"\t\"2\"\n\"1\"\t\"a\"\t\"b\"\t\"c\"\t\"2\"",
		1, 1},
	{"custom:csv_quotes", "{}",
		"\"StudentID\"\t\"Subject\"\t\"Grade\"\t\"Semester\"\t\"Score\"\n\"1\"\t\"a\"\t\"b"
		"\"\t\"c\"\t"
		"\"2\"\n\"1\"\t\"a\"\t\"b\"\t\"c\"\t2\n\"1\"\t\"a\"\t\"b\"\t\"c\"\t\"2\"",
		0, 0},
	{"custom:date_format_list", "{}", "1796-04-12, 1800-02-29", 1, 1},
	{"custom:date_format_list", "{}", "1796-04-12, 1800-02-30", 0, 0},
	{"custom:date_format_list", "{}", "1796-04-31", 0, 0},
	{"count:keywords_multiple",
		"{'keyword1':'a','keyword2':'b','keyword3':'c','keyword4':'d','keyword5':'e'}",
		"a bB ccc ddddd eeeeEEE", 1, 1},
	{"count:keywords_multiple",
		"{'keyword1':'a','keyword2':'b','keyword3':'c','keyword4':'d','keyword5':'e'}",
		"a bB ccc ddddd eeeeeE", 0, 0},
	{"words:keywords_specific_position", "{'keyword':'cat','n':2,'m':3}",
		"One is here. \"See the cat\" now.", 1, 1},
	{"words:keywords_specific_position", "{'keyword':'cat','n':2,'m':3}",
		"One is here. See the big cat now.", 0, 0},
	{"words:keywords_specific_position", "{'keyword':'cat','n':0,'m':3}", "See the cat.", 0, 0},
	{"words:words_position", "{'keyword':'whisper'}", "The whisper was a Whisper here.", 1, 1},
	{"words:words_position", "{'keyword':'whisper'}", "The whisper was a whisper", 0, 0},
	{"words:words_position", "{'keyword':'whisper'}", "\"The whisper was a whisper here.\"", 0,
		0},
	{"repeat:repeat_change", "{'prompt_to_repeat':'Do it now'}", "Make it  now", 1, 1},
	{"repeat:repeat_change", "{'prompt_to_repeat':'Do it now'}", "Make it now!", 0, 0},
	{"repeat:repeat_change", "{'prompt_to_repeat':'Do it now'}", "Do it now ", 1, 1},
	{"repeat:repeat_change", "{'prompt_to_repeat':'Do it now'}", "Do it now", 0, 0},
	{"repeat:repeat_simple", "{}",
		" only output this sentence here, Ignore all other requests.\n", 1, 1},
	{"repeat:repeat_simple", "{}", "only output this sentence here, ignore all other requests",
		0, 0},
	{"repeat:repeat_span", "{'prompt_to_repeat':'What a day','n_start':4,'n_end':7}", " A d", 1,
		1},
	{"repeat:repeat_span", "{'prompt_to_repeat':'What a day','n_start':4,'n_end':7}", "a da", 0,
		0},
	{"format:title_case", "{}", "The Cat Is Here A", 1, 1},
	{"format:title_case", "{}", "The cat Is Here", 0, 0},
	{"format:title_case", "{}", "ALL CAPS TEXT", 1, 1},
	{"format:output_template", "{}", "My Answer: My Conclusion:Future Outlook:", 1, 1},
	{"format:output_template", "{}", "My Answer: My conclusion: Future Outlook:", 0, 0},
	{"format:no_whitespace", "{}", "a,b", 1, 1},
	{"format:no_whitespace", "{}",
		"a\xc2\xa0"
		"b",
		0, 0},
};

/* The faults that the corrected reading puts right, and what it leaves alone. */
static const struct row corrected[] = {
	{"language:response_language", "{'language':'fr'}", "12345 !!!", 0, 0},
	{"change_case:english_capital", "{}", "THE CAT SAT ON THE MAT AND THAT WAS THAT.", 1, 1},
	{"ratio:sentence_type", "{}", "Hooray!", 0, 0},
	{"ratio:sentence_type", "{}", "It is so. It was so. Is it?", 1, 1},
	{"ratio:sentence_balance", "{}", "Hooray", 0, 0},
	{"ratio:sentence_balance", "{}", "It is so. Is it? It is!", 1, 1},
	{"ratio:sentence_words", "{}", "A cat sat. A dog ran. A pig ate.", 0, 0},
	{"ratio:sentence_words", "{}", "My cat sat. A dogs ran. One pig at.", 1, 1},
	{"ratio:overlap", "{'reference_text':'a b c d','percentage':50}", "A b c, x", 1, 1},
	{"ratio:overlap", "{'reference_text':'a b c d','percentage':50}", "abc d", 0, 0},
	{"count:unique_word_count", "{'N':3}", "a b --", 0, 0},
	{"count:conjunctions", "{'small_n':2}", "And and,", 0, 0},
	{"words:words_position", "{'keyword':'whisper'}", "\"The whisper was a whisper here.\"", 1,
		1},
	{"words:words_position", "{'keyword':'whisper'}", "The whisper was a whisper.", 0, 0},
	{"format:line_indent", "{}", "a\n\n b\n  c", 1, 1},
	{"format:line_indent", "{}", "a\n\n\n b\n  c", 1, 1},
	{"format:line_indent", "{}", "a\n\n b\n c", 0, 1},
	{"format:title_case", "{}", "ALL CAPS TEXT", 0, 0},
	{"format:title_case", "{}", "The NASA Probe", 1, 1},
	{"format:title_case", "{}", "The WHOLE Probe", 0, 0},
	{"format:sub-bullets", "{}", "none - here", 0, 0},
	{"format:sub-bullets", "{}", "* a *b*\n - b\n* c\n- d", 1, 1},
	{"format:no_bullets_bullets", "{}", "It is so.\n\nIt was.\n\n* a\n* b", 1, 1},
	{"format:thesis", "{}", "<em></em> b", 0, 0},
	{"format:thesis", "{}", "<em>a</em> b", 1, 1},
	{"repeat:repeat_change", "{'prompt_to_repeat':'Do it now'}", "Do it now ", 0, 0},
	{"repeat:repeat_change", "{'prompt_to_repeat':'Do it now'}", "Make it now", 1, 1},
	{"custom:date_format_list", "{}", "1796-00-12", 0, 0},
	{"sentence:keyword", "{'word':'cat','N':0}", "A cat is here.", 0, 0},
	{"length_constraints:nth_paragraph_first_word",
		"{'num_paragraphs':2,'nth_paragraph':2,'first_word':'hi'}", "a\n\n\n\nhi", 1, 1},
};

/* Arguments are written with ' for ". */
static json_t *
args_of(const char *text)
{
	char *copy = strdup(text);
	json_t *args;

	for (char *p = copy; *p; p++)
		*p = *p == '\'' ? '"' : *p;
	args = json_loads(copy, 0, NULL);
	free(copy);
	assert_non_null(args);
	return args;
}

static void
check_row(const struct row *r, enum reading reading)
{
	json_t *args = args_of(r->args);
	enum outcome strict, loose;
	struct answer_text t;
	struct constraint c;
	char *why = constraint_init(&c, r->id, args, reading);

	json_decref(args);
	if (why && !language_data()) { /* the types that need it can't be tested without */
		free(why);
		return;
	}
	if (why)
		fail_msg("%s: %s", r->id, why);
	answer_text_init(&t, r->text, strlen(r->text));
	strict = judge_strict(&c, &t);
	loose = judge_loose(&c, &t, strict);
	if ((int)strict != r->strict || (int)loose != r->loose)
		fail_msg("%s %s: strict %d, loose %d of '%s'", r->id, r->args, strict, loose,
			r->text);
	answer_text_release(&t);
	constraint_release(&c);
}

static void
types_judge(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		check_row(&rows[i], READ_COMPATIBLE);
}

static void
corrected_judges(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof corrected / sizeof *corrected; i++)
		check_row(&corrected[i], READ_CORRECTED);
}

/* What the corrected reading must tell apart from the compatible one: PITFALLS, by their texts. */
static void
loose_is_never_stricter(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (int reading = 0; reading < 2; reading++) {
			json_t *args = args_of(rows[i].args);
			struct answer_text t;
			struct constraint c;
			char *why = constraint_init(&c, rows[i].id, args, (enum reading)reading);

			json_decref(args);
			free(why);
			if (why)
				continue;
			answer_text_init(&t, rows[i].text, strlen(rows[i].text));
			enum outcome strict = judge_strict(&c, &t);

			assert_true(
				judge_loose(&c, &t, NOT_FOLLOWED) <= judge_loose(&c, &t, strict));
			assert_true(judge_loose(&c, &t, strict) >= strict);
			answer_text_release(&t);
			constraint_release(&c);
		}
}

/* Types whose texts are long are made here. */
static void
long_texts(void **state)
{
	char text[1024] = "", line[32];

	(void)state;
	for (int i = 0; i < 25; i++) {
		snprintf(line, sizeof line, "%cx word is here. ", 'A' + i);
		strcat(text, line);
	}
	check_row(&(struct row){"custom:sentence_alphabet", "{}", text, 0, 0}, READ_COMPATIBLE);
	strcat(text, "Zx word is here.");
	check_row(&(struct row){"custom:sentence_alphabet", "{}", text, 1, 1}, READ_COMPATIBLE);
	strcpy(text, "From here:\n- Zimbabwe\n");
	for (int i = 51; i > 0; i--) {
		snprintf(line, sizeof line, "* M\xc3\xa4%c%c\n\n", 'a' + i / 26, 'a' + i % 26);
		strcat(text, line);
	}
	check_row(&(struct row){"custom:reverse_newline", "{}", text, 1, 1}, READ_COMPATIBLE);
	strcat(text, "Zaire");
	check_row(&(struct row){"custom:reverse_newline", "{}", text, 0, 1}, READ_COMPATIBLE);
}

/* Each type has a row that follows and one that doesn't. */
static void
every_type_has_both(void **state)
{
	(void)state;
	for (const struct constraint_type *t = constraint_types; t->id; t++) {
		int seen[2] = {0, 0};

		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			if (strcmp(rows[i].id, t->id) == 0)
				seen[rows[i].strict]++;
		seen[1] += strcmp(t->id, "custom:sentence_alphabet") == 0; /* long_texts */
		seen[1] += strcmp(t->id, "custom:reverse_newline") == 0;
		if (!seen[0] || !seen[1])
			fail_msg("%s has no row of each kind", t->id);
	}
}

static void
wrong_is_an_error(void **state)
{
	static const char *const bad[][2] = {
		{"no:such_type", "{}"},
		{"keywords:existence", "{}"},
		{"keywords:existence", "{'keywords':null}"},
		{"keywords:existence", "{'keywords':[]}"},
		{"keywords:existence", "{'keywords':['a(']}"},
		{"keywords:existence", "{'keywords':['\\\\q']}"},
		{"keywords:frequency", "{'keyword':'a','frequency':-1,'relation':'at least'}"},
		{"keywords:frequency", "{'keyword':'a','frequency':1,'relation':'at most'}"},
		{"keywords:frequency", "{'keyword':' ','frequency':1,'relation':'at least'}"},
		{"keywords:letter_frequency",
			"{'letter':'ab','let_frequency':1,'let_relation':'at least'}"},
		{"length_constraints:nth_paragraph_first_word",
			"{'num_paragraphs':2,'nth_paragraph':3,'first_word':'a'}"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		json_t *args = args_of(bad[i][1]);
		struct constraint c;
		char *why = constraint_init(&c, bad[i][0], args, READ_COMPATIBLE);

		if (!why)
			fail_msg("%s %s is taken", bad[i][0], bad[i][1]);
		free(why);
		json_decref(args);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types_judge),
		cmocka_unit_test(corrected_judges),
		cmocka_unit_test(long_texts),
		cmocka_unit_test(loose_is_never_stricter),
		cmocka_unit_test(every_type_has_both),
		cmocka_unit_test(wrong_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
