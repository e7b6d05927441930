import { USER_FIGURES, type UserFigure } from '../../contract/per-user-rows.ts'

/**
 * What a column holds: `text` is compared and sorted by code points, a `day` is a text `YYYY-MM-DD`, a `number` any
 * finite number, an `integer` at most 2^31. With `?` it may be null.
 */
export type ColumnKind = 'text' | 'day' | 'number' | 'integer' | 'bytes'
type Columns = Readonly<Record<string, ColumnKind | `${ColumnKind}?`>>
/** `merge`: how an upsert combines the value of a column with the stored one, instead of replacing it. Null adds nothing. */
type Definition = { key: readonly string[]; columns: Columns; merge?: Readonly<Record<string, 'sum' | 'max'>> }

const figures = Object.fromEntries(USER_FIGURES.map((figure) => [figure, 'number?'])) as Record<UserFigure, 'number?'>

/**
 * The tables of version 1, which is released: new tables belong to a new version. `row` is the JSON text in its final
 * form, so that unknown members survive. Values for searching or sorting have separate columns.
 */
export const version1 = {
  facts: { key: ['name'], columns: { name: 'text', value: 'text' } },
  access_keys: { key: ['role'], columns: { role: 'text', hash: 'bytes' } },
  analytics_days: {
    key: ['endpoint', 'day'],
    columns: { endpoint: 'text', day: 'day', grouped: 'text', row: 'text' },
  },
  person_days: { key: ['day', 'user_id'], columns: { day: 'day', user_id: 'text', row: 'text' } },
  reports: {
    key: ['report_id'],
    columns: {
      report_id: 'text',
      created_at: 'number',
      repo_url: 'text',
      repo_name: 'text',
      repo_id: 'text?',
      row: 'text',
    },
  },
  computers: { key: ['id'], columns: { id: 'text', row: 'text', plan: 'text', failures_left: 'integer' } },
  revisions: { key: ['revision'], columns: { revision: 'number', row: 'text' } },
  service_accounts: { key: ['id'], columns: { id: 'text' } },
  service_account_keys: {
    key: ['account_id', 'key_id'],
    columns: { account_id: 'text', key_id: 'text', created_at: 'number', row: 'text' },
  },
  wiki_runs: { key: ['id'], columns: { id: 'text', created_at: 'number', row: 'text' } },
  wiki_pages: {
    key: ['run_id', 'place'],
    columns: { run_id: 'text', place: 'integer', path: 'text', markdown: 'text' },
  },
  ci_jobs: { key: ['id'], columns: { id: 'text', updated_at: 'number', row: 'text' } },
} as const satisfies Record<string, Definition>

/** The tables of version 2. Times are Unix milliseconds. */
export const version2 = {
  /** Access keys of people and programs, as SHA-256. */
  named_keys: {
    key: ['name'],
    columns: {
      name: 'text',
      role: 'text',
      hash: 'bytes',
      created_at: 'number',
      expires_at: 'number?',
      revoked_at: 'number?',
      last_used_at: 'number?',
    },
  },
  /** Each write and each administrative command. */
  audit_log: {
    key: ['id'],
    columns: { id: 'text', at: 'number', key_name: 'text', role: 'text', action: 'text', target: 'text?' },
  },
  /** Salted hashes of the ids and e-mail addresses of users who must not be stored again. */
  forgotten_users: { key: ['hash'], columns: { hash: 'bytes', at: 'number' } },
  /** Which instance does a task that only one may do. `token` grows with each new holder. */
  leases: { key: ['name'], columns: { name: 'text', holder: 'text', token: 'number', ends_at: 'number' } },
  /**
   * What a mirror has read from the vendor, by the vendor's clock. `fetched_at` is when reading the complete day began.
   * A walk that has not ended began at `walk_at` and resumes at `cursor`.
   */
  synced_days: {
    key: ['endpoint', 'day'],
    columns: {
      endpoint: 'text',
      day: 'day',
      fetched_at: 'number',
      is_complete: 'integer',
      cursor: 'text?',
      walk_at: 'number?',
    },
  },
  /**
   * Long texts of `analytics_days`, whose columns `row` and `grouped` (`part`) are empty then. `text_id` is the SHA-256 of
   * the whole text.
   */
  day_pieces: {
    key: ['endpoint', 'day', 'part', 'place'],
    columns: {
      endpoint: 'text',
      day: 'day',
      part: 'text',
      place: 'integer',
      is_last: 'integer',
      text_id: 'text',
      text: 'text',
    },
  },
  /** Names and other members of service accounts. */
  service_account_rows: { key: ['id'], columns: { id: 'text', row: 'text' } },
  /** Users of the organisation, with or without activity. */
  seats: { key: ['id'], columns: { id: 'text', email: 'text', row: 'text' } },
  /** Limits of single users. */
  user_limits: { key: ['email'], columns: { email: 'text', row: 'text' } },
  /** The organisation's audit log. Events have no id of their own: `id` is the SHA-256 of the row. */
  audit_events: { key: ['id'], columns: { id: 'text', created_at: 'number', row: 'text' } },
  /** Figures of `person_days`, derived from `row` in the same transaction. */
  user_facts: {
    key: ['day', 'user_id'],
    columns: { day: 'day', user_id: 'text', user_email: 'text?', model: 'text', ...figures },
  },
  /** Sums of `user_facts` by the user's main model. */
  model_days: { key: ['day', 'model'], columns: { day: 'day', model: 'text', users: 'integer', ...figures } },
  /** Sums of `user_facts` over the last 7, 14, 30 and 90 days, by user. */
  user_windows: {
    key: ['days', 'user_id'],
    columns: { days: 'integer', user_id: 'text', user_email: 'text?', active_days: 'integer', ...figures },
  },
  /** Sums of `user_windows`, and the days of each window. */
  window_totals: {
    key: ['days'],
    columns: { days: 'integer', first_day: 'day', last_day: 'day', users: 'integer', ...figures },
  },
} as const satisfies Record<string, Definition>

/** The tables of version 3. */
export const version3 = {
  /** Lines of teams.csv in their order. */
  teams: { key: ['place'], columns: { place: 'integer', email: 'text', team: 'text' } },
  /** Budgets of credits for each month, in their order. */
  budgets: { key: ['place'], columns: { place: 'integer', scope: 'text', credits: 'number' } },
} as const satisfies Record<string, Definition>

/** The tables of version 4. */
export const version4 = {
  /** One hook event, or what one metric point adds. `at` is in Unix ms. */
  live_rows: {
    key: ['id'],
    columns: {
      id: 'text',
      at: 'number',
      day: 'day',
      source: 'text',
      kind: 'text',
      name: 'text?',
      user_id: 'text',
      user_email: 'text?',
      session: 'text?',
      model: 'text?',
      value: 'number',
    },
  },
  /** The last point of each cumulative metric. `start` is the start time of its series, in ns. */
  live_series: { key: ['id'], columns: { id: 'text', start: 'text', at: 'number', value: 'number' } },
} as const satisfies Record<string, Definition>

/** Reads of today need all of its rows; the second index finds the users whose agents report metrics. */
export const indexes4 = [
  'CREATE INDEX live_rows_by_day ON live_rows (day, at)',
  'CREATE INDEX live_rows_by_user ON live_rows (day, user_id, source, kind)',
  // Hook events identify users by e-mail address.
  'CREATE INDEX seats_by_email ON seats (lower(email))',
]

/** The tables of version 5. They are derived from `live_rows` in the same transaction. */
export const version5 = {
  /** Users of a day. `otlp` and `hooks` are 1 if rows of this source name the user. */
  live_users: {
    key: ['day', 'user_id'],
    columns: {
      day: 'day',
      user_id: 'text',
      user_email: 'text?',
      last_seen: 'number',
      model: 'text?',
      otlp: 'integer',
      hooks: 'integer',
      sessions: 'number',
      tool_calls: 'number',
      commits: 'number?',
    },
    merge: {
      user_email: 'max',
      last_seen: 'max',
      model: 'max',
      otlp: 'max',
      hooks: 'max',
      sessions: 'sum',
      tool_calls: 'sum',
      commits: 'sum',
    },
  },
  /** What counts once in a period: users, sessions, sessions of a user, users whose agents report tool calls as metrics. */
  live_marks: {
    key: ['day', 'minutes', 'start', 'kind', 'id'],
    columns: { day: 'day', minutes: 'integer', start: 'number', kind: 'text', id: 'text' },
  },
  /**
   * Sums over a period of a day, a quarter of an hour or a minute, which starts at `start` (Unix ms). Writers spread over
   * the parts of a sum, so that they do not wait for each other.
   */
  live_sums: {
    key: ['day', 'minutes', 'start', 'kind', 'name', 'part'],
    columns: {
      day: 'day',
      minutes: 'integer',
      start: 'number',
      kind: 'text',
      name: 'text',
      part: 'integer',
      value: 'number',
    },
    merge: { value: 'sum' },
  },
} as const satisfies Record<string, Definition>

export const indexes5 = [
  'CREATE INDEX live_users_newest ON live_users (day, last_seen DESC, user_id)',
  // The newest events, and those of a part of a minute.
  "CREATE INDEX live_rows_newest ON live_rows (day, at DESC, id) WHERE kind NOT IN ('tokens', 'metric')",
  'DROP INDEX live_rows_by_day',
]

const definitions = { ...version1, ...version2, ...version3, ...version4, ...version5 }

type ValueOf<Kind> = Kind extends `${infer Plain}?`
  ? ValueOf<Plain> | null
  : Kind extends 'number' | 'integer'
    ? number
    : Kind extends 'bytes'
      ? Uint8Array
      : string
/** The columns of each table. */
export type TableRows = {
  [Name in keyof typeof definitions]: {
    -readonly [Column in keyof (typeof definitions)[Name]['columns']]: ValueOf<
      (typeof definitions)[Name]['columns'][Column]
    >
  }
}
export type TableName = keyof TableRows
type Column<Name extends TableName> = keyof TableRows[Name] & string

/** Names of the columns of a table's primary key. */
export const keyOf = (table: TableName): readonly string[] => definitions[table].key

/** Names of all columns of a table. */
export const columnsOf = <Name extends TableName>(table: Name): Column<Name>[] =>
  Object.keys(definitions[table].columns) as Column<Name>[]

/** What an INSERT does with a row that exists. An equal row is not written, so importing a day again costs almost nothing. */
export const conflictSql = (table: TableName): string => {
  const rest = (columnsOf(table) as string[]).filter((column) => !keyOf(table).includes(column))
  if (rest.length === 0) return 'DO NOTHING'
  const { merge }: Definition = definitions[table]
  if (merge) return `DO UPDATE SET ${rest.map((column) => mergeSql(table, column, merge[column])).join(', ')}`
  return `DO UPDATE SET ${rest.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE ${rest.map((column) => `${table}.${column} IS DISTINCT FROM excluded.${column}`).join(' OR ')}`
}

const mergeSql = (table: TableName, column: string, how: 'sum' | 'max' | undefined): string => {
  const [old, added] = [`${table}.${column}`, `excluded.${column}`]
  if (how === 'sum') return `${column} = coalesce(${old} + ${added}, ${added}, ${old})`
  return `${column} = CASE WHEN ${old} IS NULL OR ${added} > ${old} THEN ${added} ELSE ${old} END`
}

/** What a column holds. */
export const kindOf = (table: TableName, column: string): { kind: ColumnKind; isNullable: boolean } => {
  const text = (definitions[table].columns as Columns)[column] ?? 'text'
  return { kind: text.replace('?', '') as ColumnKind, isNullable: text.endsWith('?') }
}

/** Tables with a partition per month: old months can be detached at once, and each stays small enough to vacuum. */
export const monthlyTables = ['person_days', 'user_facts'] as const satisfies TableName[]

/** SQL that creates the indexes of version 2. */
export const indexes2: readonly string[] = [
  'CREATE UNIQUE INDEX named_keys_hash ON named_keys (hash)',
  'CREATE INDEX audit_log_newest ON audit_log (at DESC, id DESC)',
  'CREATE INDEX audit_events_newest ON audit_events (created_at DESC, id DESC)',
  // The order of a ranking by credits, which is the usual one.
  'CREATE INDEX user_windows_credits ON user_windows (days, coalesce(billable_tokens, -1e300) DESC, user_id)',
]

/** Tables of settings and of access, which are not data of the organisation. */
const settings: readonly string[] = [
  'facts',
  'access_keys',
  'named_keys',
  'audit_log',
  'forgotten_users',
  'leases',
  'teams',
  'budgets',
] satisfies TableName[]

export const tableNames = Object.keys(definitions) as TableName[]

export const dataTables = tableNames.filter((name) => !settings.includes(name))
