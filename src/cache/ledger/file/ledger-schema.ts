import type { Table } from './row-sums.ts'

/**
 * Steps that bring a ledger file up to date; `user_version` counts those that are done. A step that is out is never
 * changed. Text from outside is written by `toStoredText`; numbers of people and words in `columns` are ids of `person` and `word`.
 */
export const migrations: readonly string[] = [
  `
  -- One for each key and organisation. The one of a key that was shown last has the highest \`shown\`.
  CREATE TABLE partition (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key_hash BLOB NOT NULL, org TEXT NOT NULL, shown INTEGER NOT NULL,
    UNIQUE (key_hash, org)
  );
  -- Days that are held, with or without rows.
  CREATE TABLE day (
    partition INTEGER NOT NULL, endpoint TEXT NOT NULL, day TEXT NOT NULL,
    fetched_at INTEGER NOT NULL, rows INTEGER NOT NULL, problems INTEGER NOT NULL,
    PRIMARY KEY (partition, endpoint, day)
  ) WITHOUT ROWID;
  -- What is kept of a day, in parts that are read separately: see day-rows.ts.
  CREATE TABLE day_part (
    partition INTEGER NOT NULL, endpoint TEXT NOT NULL, part TEXT NOT NULL, day TEXT NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (partition, endpoint, part, day)
  );
  CREATE TABLE person (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, user_id TEXT NOT NULL, email TEXT,
    email_day TEXT NOT NULL, UNIQUE (partition, user_id)
  );
  CREATE TABLE word (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (partition, text)
  );
  -- Walks of the per-user rows. \`fetched_at\` is that of the oldest page. A complete one is kept as long as days are its.
  CREATE TABLE walk (
    id INTEGER PRIMARY KEY AUTOINCREMENT, partition INTEGER NOT NULL, from_day TEXT NOT NULL, to_day TEXT NOT NULL,
    started_at INTEGER NOT NULL, fetched_at INTEGER, cursor TEXT, pages INTEGER NOT NULL, is_complete INTEGER NOT NULL
  );
  CREATE INDEX walk_of_partition ON walk (partition, is_complete);
  -- Rows of a walk that is not complete, by page; when it is, they stand by day in person_day.
  CREATE TABLE walk_page (
    walk INTEGER NOT NULL, page INTEGER NOT NULL, rows INTEGER NOT NULL, columns BLOB NOT NULL, PRIMARY KEY (walk, page)
  );
  -- Rows of a walk as they came.
  CREATE TABLE walk_raw (walk INTEGER NOT NULL, page INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (walk, page));
  -- Days held for everybody, each with the walk that brought it.
  CREATE TABLE person_day (
    partition INTEGER NOT NULL, day TEXT NOT NULL, walk INTEGER NOT NULL, fetched_at INTEGER NOT NULL,
    rows INTEGER NOT NULL, columns BLOB, PRIMARY KEY (partition, day)
  );
  CREATE TABLE report (
    partition INTEGER NOT NULL, id TEXT NOT NULL, created_at REAL, bytes BLOB NOT NULL, PRIMARY KEY (partition, id)
  );
  CREATE TABLE revision (
    partition INTEGER NOT NULL, revision REAL NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (partition, revision)
  );
  -- When a list that is kept by id was fetched: reports, revisions.
  CREATE TABLE list (
    partition INTEGER NOT NULL, name TEXT NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (partition, name)
  ) WITHOUT ROWID;
  `,
  `
  -- How many rows a list has, so that one that has vanished is noticed.
  ALTER TABLE list ADD COLUMN rows INTEGER NOT NULL DEFAULT 0;
  UPDATE list SET rows = (SELECT count(*) FROM report WHERE report.partition = list.partition) WHERE name = 'reports';
  UPDATE list SET rows = (SELECT count(*) FROM revision WHERE revision.partition = list.partition) WHERE name = 'revisions';
  -- From now on each day of credits with rows has the part with people, if only an empty one.
  DELETE FROM day WHERE endpoint = 'credits' AND rows > 0 AND NOT EXISTS (
    SELECT 1 FROM day_part AS it
    WHERE it.partition = day.partition AND it.endpoint = 'credits' AND it.part = 'people' AND it.day = day.day
  );
  `,
  `
  -- What a server has beyond the endpoints that all have, as names with spaces between them.
  CREATE TABLE offer (partition INTEGER PRIMARY KEY, asked_at INTEGER NOT NULL, names TEXT NOT NULL);
  -- Ids of computers, service accounts and wiki runs, see known-ids.ts.
  CREATE TABLE known_id (
    partition INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, name TEXT, source TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (partition, kind, id)
  );
  `,
  `
  -- Revisions masked by rules that did not know numbers and fragments of addresses for secrets. They are fetched again; what
  -- they held is written over, not only given up.
  PRAGMA secure_delete = ON;
  DELETE FROM revision;
  DELETE FROM list WHERE name = 'revisions';
  PRAGMA secure_delete = OFF;
  `,
  `
  -- Where the archive of a wiki run was put last: see last-exports.ts.
  CREATE TABLE last_export (
    partition INTEGER NOT NULL, run TEXT NOT NULL, path TEXT NOT NULL, at INTEGER NOT NULL, size_bytes INTEGER NOT NULL,
    files INTEGER NOT NULL, PRIMARY KEY (partition, run)
  );
  `,
  `
  -- Runs whose last export came to nothing: see last-exports.ts.
  CREATE TABLE failed_export (
    partition INTEGER NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL, why TEXT NOT NULL, PRIMARY KEY (partition, run)
  );
  `,
  `
  -- A sum of each row, see row-sums.ts, before what is large in it: it is read with rows of which that is not. Tables with large
  -- columns are made anew for it. And how many parts a day has, so that one that has vanished is noticed.
  ALTER TABLE day_part RENAME TO old_day_part;
  CREATE TABLE day_part (
    partition INTEGER NOT NULL, endpoint TEXT NOT NULL, part TEXT NOT NULL, day TEXT NOT NULL,
    sum INTEGER NOT NULL DEFAULT 0, bytes BLOB NOT NULL, PRIMARY KEY (partition, endpoint, part, day)
  );
  INSERT INTO day_part SELECT partition, endpoint, part, day, row_sum(partition, endpoint, part, day), bytes FROM old_day_part;
  DROP TABLE old_day_part;
  ALTER TABLE walk_page RENAME TO old_walk_page;
  CREATE TABLE walk_page (
    walk INTEGER NOT NULL, page INTEGER NOT NULL, rows INTEGER NOT NULL, sum INTEGER NOT NULL DEFAULT 0,
    columns BLOB NOT NULL, PRIMARY KEY (walk, page)
  );
  INSERT INTO walk_page SELECT walk, page, rows, row_sum(walk, page, rows), columns FROM old_walk_page;
  DROP TABLE old_walk_page;
  ALTER TABLE walk_raw RENAME TO old_walk_raw;
  CREATE TABLE walk_raw (
    walk INTEGER NOT NULL, page INTEGER NOT NULL, sum INTEGER NOT NULL DEFAULT 0, bytes BLOB NOT NULL, PRIMARY KEY (walk, page)
  );
  INSERT INTO walk_raw SELECT walk, page, row_sum(walk, page), bytes FROM old_walk_raw;
  DROP TABLE old_walk_raw;
  ALTER TABLE person_day RENAME TO old_person_day;
  CREATE TABLE person_day (
    partition INTEGER NOT NULL, day TEXT NOT NULL, walk INTEGER NOT NULL, fetched_at INTEGER NOT NULL,
    rows INTEGER NOT NULL, sum INTEGER NOT NULL DEFAULT 0, columns BLOB, PRIMARY KEY (partition, day)
  );
  INSERT INTO person_day SELECT partition, day, walk, fetched_at, rows, row_sum(partition, day, walk, fetched_at, rows), columns
    FROM old_person_day;
  DROP TABLE old_person_day;
  ALTER TABLE report RENAME TO old_report;
  CREATE TABLE report (
    partition INTEGER NOT NULL, id TEXT NOT NULL, created_at REAL, sum INTEGER NOT NULL DEFAULT 0, bytes BLOB NOT NULL,
    PRIMARY KEY (partition, id)
  );
  INSERT INTO report SELECT partition, id, created_at, row_sum(partition, id, created_at), bytes FROM old_report ORDER BY rowid;
  DROP TABLE old_report;
  ALTER TABLE revision RENAME TO old_revision;
  CREATE TABLE revision (
    partition INTEGER NOT NULL, revision REAL NOT NULL, sum INTEGER NOT NULL DEFAULT 0, bytes BLOB NOT NULL,
    PRIMARY KEY (partition, revision)
  );
  INSERT INTO revision SELECT partition, revision, row_sum(partition, revision), bytes FROM old_revision;
  DROP TABLE old_revision;
  ALTER TABLE day ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
  UPDATE day SET parts = (SELECT count(*) FROM day_part AS it
    WHERE it.partition = day.partition AND it.endpoint = day.endpoint AND it.day = day.day);
  ALTER TABLE day ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE day SET sum = row_sum(partition, endpoint, day, fetched_at, rows, problems, parts);
  ALTER TABLE partition ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE partition SET sum = row_sum(id, key_hash, org, shown);
  ALTER TABLE person ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE person SET sum = row_sum(id, partition, user_id, email, email_day);
  ALTER TABLE word ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE word SET sum = row_sum(id, partition, text);
  ALTER TABLE walk ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE walk SET sum = row_sum(id, partition, from_day, to_day, started_at, fetched_at, cursor, pages, is_complete);
  ALTER TABLE list ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE list SET sum = row_sum(partition, name, fetched_at, rows);
  ALTER TABLE offer ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE offer SET sum = row_sum(partition, asked_at, names);
  ALTER TABLE known_id ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE known_id SET sum = row_sum(partition, kind, id, name, source, at);
  ALTER TABLE last_export ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE last_export SET sum = row_sum(partition, run, path, at, size_bytes, files);
  ALTER TABLE failed_export ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
  UPDATE failed_export SET sum = row_sum(partition, run, at, why);
  `,
  `
  -- From now on rows of a walk may be packed in pieces, see row-pieces.ts, which programs before this cannot read.
  `,
  `
  -- From now on short texts are kept as they are, see json-codec.ts, which programs before this cannot read.
  `,
  `
  -- Rows of a walk that is not complete, by page and day: when it is, those of a day are put together, one day after another. And how
  -- many parts all its pages have, so that one that has vanished is noticed. Walks that are not complete begin anew.
  DROP TABLE walk_page;
  DELETE FROM walk_raw WHERE walk IN (SELECT id FROM walk WHERE is_complete = 0);
  DELETE FROM walk WHERE is_complete = 0;
  CREATE TABLE walk_page (
    walk INTEGER NOT NULL, day TEXT NOT NULL, page INTEGER NOT NULL, rows INTEGER NOT NULL, sum INTEGER NOT NULL DEFAULT 0,
    columns BLOB NOT NULL, PRIMARY KEY (walk, day, page)
  );
  ALTER TABLE walk ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
  UPDATE walk SET sum = row_sum(id, partition, from_day, to_day, started_at, fetched_at, cursor, pages, parts, is_complete);
  `,
  `
  -- Days are stored with the e-mail that each person had on them: relative to \`first_email\`, see emailCodes, while \`email\` is the
  -- newest. Programs before this cannot read such days.
  ALTER TABLE person ADD COLUMN first_email TEXT;
  UPDATE person SET first_email = email;
  UPDATE person SET sum = row_sum(id, partition, user_id, email, email_day, first_email);
  `,
]

/** Tables whose rows belong to a partition directly. */
export const PARTITION_TABLES: readonly Table[] = [
  'day',
  'day_part',
  'person',
  'word',
  'walk',
  'person_day',
  'report',
  'revision',
  'list',
  'offer',
  'known_id',
  'last_export',
  'failed_export',
]

/** Tables whose rows belong to a walk. */
export const WALK_TABLES: readonly Table[] = ['walk_page', 'walk_raw']
