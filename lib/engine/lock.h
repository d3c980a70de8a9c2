/*
 * Locks: one device is measured by one at a time; a machine without a GPU is one device. A lock is
 * a file held by flock(2), so that it ends with its holder however that ends; who holds it stands
 * in it. score takes the processor's lock for generated code where there is no GPU.
 */
#ifndef TIERBENCH_ENGINE_LOCK_H
#define TIERBENCH_ENGINE_LOCK_H

#include <stdbool.h>
#include <stddef.h>

struct lock {
	int fd; /* -1: not held by us */
	char *path;
};

/* The locks of a device of several GPUs. */
struct lock_set {
	struct lock *v;
	size_t n;
};

enum lock_outcome {
	LOCK_TAKEN,
	LOCK_HELD,    /* by somebody else; *holder says who */
	LOCK_STOPPED, /* the wait was ended by wait() */
	LOCK_FAILED,  /* errno */
};

/*
 * The device's lock file, the caller's to free: $TIERBENCH_LOCK, else tierbench-DEVICE.lock in
 * /run/lock or, where that can't be written, in /tmp. device is "cpu" or "gpu0".
 */
char *lock_device_path(const char *device);
/*
 * Tries once; who is put into the file ("launch, pid 12, cell 0123…"). With LOCK_HELD, *holder is
 * the caller's to free ("" where the file says nothing).
 */
enum lock_outcome lock_try(struct lock *l, const char *path, const char *who, char **holder);
/*
 * Waits for it, saying once on standard error who holds it. pause(context) naps some 0.1 s and
 * returns false to give up (NULL: plain naps).
 */
enum lock_outcome lock_wait(struct lock *l, const char *path, const char *who,
	bool (*nap)(void *context), void *context);
/*
 * The locks of a device: "cpu", or each GPU of "gpu0+2", the lowest first so that two never wait for
 * each other; done at once where a launch above us holds them already (TIERBENCH_LOCK_HELD, paths
 * with ':' between): its command must not wait for its own launch. wait: as lock_wait(), else LOCK_HELD
 * having said who holds it. On anything but LOCK_TAKEN nothing is held.
 */
enum lock_outcome lock_device(struct lock_set *set, const char *device, const char *who, bool wait,
	bool (*nap)(void *context), void *context);
void lock_set_release(struct lock_set *set);
/* The paths held, with ':' between, for TIERBENCH_LOCK_HELD. Caller frees. */
char *lock_set_paths(const struct lock_set *set);
/*
 * A cell's own lock, DIR/lock: whoever holds it measures this very cell, so nobody waits for it,
 * but for one who is on its way out (it says LOCK_ENDING, or its process is gone and its guard
 * clears up).
 */
#define LOCK_ENDING "ending"
enum lock_outcome lock_cell(struct lock *l, const char *dir, const char *who);
/* Says something else of the holder. */
void lock_rename(struct lock *l, const char *who);
void lock_release(struct lock *l);

#endif
