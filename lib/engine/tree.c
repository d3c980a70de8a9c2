#include "engine/tree.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/mem.h"

struct process {
	pid_t pid, parent;
};

void
pid_list_free(struct pid_list *l)
{
	free(l->v);
	*l = (struct pid_list){0};
}

bool
pid_list_has(const struct pid_list *l, pid_t pid)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i] == pid)
			return true;
	return false;
}

/* Parent of a process that is no zombie, 0 else. The name in stat may hold blanks and parentheses.
 */
static pid_t
live_parent(const char *pid)
{
	char path[64], text[1024], state, *behind;
	size_t got;
	int parent;
	FILE *f;

	snprintf(path, sizeof path, "/proc/%.16s/stat", pid);
	f = fopen(path, "re");
	if (f == NULL)
		return 0;
	got = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[got] = '\0';
	behind = strrchr(text, ')');
	if (behind == NULL || sscanf(behind + 1, " %c %d", &state, &parent) != 2)
		return 0;
	return state == 'Z' || state == 'X' ? 0 : parent;
}

static struct process *
all_processes(size_t *n)
{
	struct process *all = NULL;
	size_t cap = 0;
	struct dirent *d;
	DIR *dir = opendir("/proc");

	*n = 0;
	while (dir != NULL && (d = readdir(dir)) != NULL) {
		pid_t parent;

		if (!isdigit((unsigned char)d->d_name[0]))
			continue;
		parent = live_parent(d->d_name);
		if (parent == 0)
			continue;
		GROW(all, *n, cap);
		all[(*n)++] = (struct process){(pid_t)strtol(d->d_name, NULL, 10), parent};
	}
	if (dir != NULL)
		closedir(dir);
	return all;
}

void
tree_below(pid_t root, struct pid_list *l)
{
	size_t n, before;
	struct process *all = all_processes(&n);

	l->n = 0;
	do {
		before = l->n;
		for (size_t i = 0; i < n; i++) {
			if (all[i].parent != root && !pid_list_has(l, all[i].parent))
				continue;
			if (pid_list_has(l, all[i].pid))
				continue;
			GROW(l->v, l->n, l->cap);
			l->v[l->n++] = all[i].pid;
		}
	} while (l->n > before);
	free(all);
}

/* Inodes of listening sockets on port, at most max; lines of /proc/net/tcp. */
static size_t
listening_inodes(const char *path, int port, unsigned long *inodes, size_t max)
{
	char line[512];
	size_t n = 0;
	FILE *f = fopen(path, "re");

	while (f != NULL && n < max && fgets(line, sizeof line, f) != NULL) {
		unsigned local_port, state;
		unsigned long inode;

		if (sscanf(line,
			    " %*d: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x %*s %*s %*s %*d %*d %lu",
			    &local_port, &state, &inode) == 3 &&
			state == 0x0a && (int)local_port == port)
			inodes[n++] = inode;
	}
	if (f != NULL)
		fclose(f);
	return n;
}

static bool
holds_socket(pid_t pid, const unsigned long *inodes, size_t n)
{
	char path[300], target[64];
	struct dirent *d;
	bool found = false;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
	dir = opendir(path);
	while (dir != NULL && !found && (d = readdir(dir)) != NULL) {
		unsigned long inode;
		ssize_t len;

		len = readlinkat(dirfd(dir), d->d_name, target, sizeof target - 1);
		if (len < 0)
			continue;
		target[len] = '\0';
		if (sscanf(target, "socket:[%lu]", &inode) != 1)
			continue;
		for (size_t i = 0; i < n; i++)
			found = found || inodes[i] == inode;
	}
	if (dir != NULL)
		closedir(dir);
	return found;
}

int
tree_listens(const struct pid_list *l, int port)
{
	unsigned long inodes[64];
	size_t n = listening_inodes("/proc/net/tcp", port, inodes, 64);

	n += listening_inodes("/proc/net/tcp6", port, inodes + n, 64 - n);
	if (n == 0)
		return -1;
	for (size_t i = 0; i < l->n; i++)
		if (holds_socket(l->v[i], inodes, n))
			return 1;
	return 0;
}
