#include "page/picture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/err.h"
#include "kit/file.h"
#include "kit/json.h"
#include "kit/proc.h"

/* All of fd into out. */
static bool
read_all(int fd, struct buf *out)
{
	ssize_t n;

	for (;;) {
		buf_reserve(out, 1 << 16);
		n = read(fd, out->s + out->len, 1 << 16);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		out->len += (size_t)n;
		out->s[out->len] = '\0';
	}
}

/* The script reads all before it writes, so one after the other is safe. */
static bool
talk(int to, int from, const char *text, struct buf *out)
{
	bool ok = write_all(to, text, strlen(text));

	close(to);
	return read_all(from, out) && ok;
}

bool
picture_svg(struct buf *out, const json_t *spec, const char *python, const char *script)
{
	char *argv[] = {(char *)python, (char *)script, NULL}, *text = json_text(spec);
	int to[2], from[2];
	pid_t pid;
	bool ok;

	if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
		die_errno(EXIT_OS, "pipe");
	pid = proc_start(&(struct proc_spec){
		.argv = argv, .in = to[0], .out = from[1], .err = STDERR_FILENO});
	if (pid < 0)
		die_errno(EXIT_CONFIG, "%s: run 'make deps'", python);
	close(to[0]);
	close(from[1]);
	ok = talk(to[1], from[0], text, out);
	close(from[0]);
	free(text);
	return proc_status(proc_wait(pid)) == 0 && ok;
}
