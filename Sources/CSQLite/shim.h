#include <sqlite3.h>

// Swift cannot call functions that take arguments of any number.
static inline int swiftsync_stop_counting_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Sets whether SQLite reads an unknown name in double quotes as a string.
static inline int swiftsync_allow_double_quoted_strings(
    sqlite3 *connection, int in_definitions, int in_statements) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, in_definitions, (int *)0);
  if (code != SQLITE_OK) return code;
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, in_statements, (int *)0);
}
