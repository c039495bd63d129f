#include <sqlite3.h>

// Swift cannot call functions that take arguments of any number.
static inline int swiftsync_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
