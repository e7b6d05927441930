/**
 * What brings a database from version N to N+1, in order. Once released, an entry never changes: add another.
 * Rows are kept as the JSON text that goes out, so that members nobody promised survive; what is searched or ordered
 * by has a column of its own.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE access_keys (role TEXT PRIMARY KEY, hash BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE analytics_days (
    endpoint TEXT NOT NULL,
    day TEXT NOT NULL,
    grouped TEXT NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (endpoint, day)
  ) STRICT;
  CREATE TABLE person_days (
    day TEXT NOT NULL,
    user_id TEXT NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (day, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reports (
    report_id TEXT PRIMARY KEY,
    created_at REAL NOT NULL,
    repo_url TEXT NOT NULL,
    repo_name TEXT NOT NULL,
    repo_id TEXT,
    row TEXT NOT NULL
  ) STRICT;
  CREATE INDEX reports_newest ON reports (created_at DESC, report_id DESC);
  CREATE TABLE computers (id TEXT PRIMARY KEY, row TEXT NOT NULL, plan TEXT NOT NULL, failures_left INTEGER NOT NULL) STRICT;
  CREATE TABLE revisions (revision REAL PRIMARY KEY, row TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE service_accounts (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE service_account_keys (
    account_id TEXT NOT NULL REFERENCES service_accounts (id) ON DELETE CASCADE,
    key_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (account_id, key_id)
  ) STRICT;
  CREATE TABLE wiki_runs (id TEXT PRIMARY KEY, created_at REAL NOT NULL, row TEXT NOT NULL) STRICT;
  CREATE TABLE wiki_pages (
    run_id TEXT NOT NULL REFERENCES wiki_runs (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    path TEXT NOT NULL,
    markdown TEXT NOT NULL,
    PRIMARY KEY (run_id, place)
  ) STRICT;
  CREATE TABLE ci_jobs (id TEXT PRIMARY KEY, updated_at REAL NOT NULL, row TEXT NOT NULL) STRICT;
  `,
]
