#include "page/assets.h"

/* Paths are from the root of the source, where make runs the compiler. */
#define EMBED(name, path)                                                                          \
	__asm__(".section .rodata\n"                                                               \
		".global " #name "\n" #name ":\n"                                                  \
		".incbin \"" path "\"\n"                                                           \
		".global " #name "_end\n" #name "_end:\n"                                          \
		".byte 0\n"                                                                        \
		".previous\n");                                                                    \
	extern const char name[], name##_end[]

EMBED(embedded_css, "lib/page/assets/report.css");
EMBED(embedded_js, "lib/page/assets/report.js");
EMBED(embedded_answers_js, "lib/page/assets/answers.js");

struct asset
asset_css(void)
{
	return (struct asset){embedded_css, (size_t)(embedded_css_end - embedded_css)};
}

struct asset
asset_js(void)
{
	return (struct asset){embedded_js, (size_t)(embedded_js_end - embedded_js)};
}

struct asset
asset_answers_js(void)
{
	return (struct asset){
		embedded_answers_js, (size_t)(embedded_answers_js_end - embedded_answers_js)};
}
