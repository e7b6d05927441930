import { columnsOf, keyOf, type TableName, type TableRows } from './tables.ts'

/** Types of the columns in PostgreSQL. Texts that are compared or sorted do so by code points. */
type ColumnType = 'text' | 'date' | 'float8' | 'int4' | 'bytea'

/** The types of columns that are not text. */
const otherTypes: { [Name in TableName]?: { [Column in keyof TableRows[Name]]?: ColumnType } } = {
  access_keys: { hash: 'bytea' },
  analytics_days: { day: 'date' },
  person_days: { day: 'date' },
  reports: { created_at: 'float8' },
  computers: { failures_left: 'int4' },
  revisions: { revision: 'float8' },
  service_account_keys: { created_at: 'float8' },
  wiki_runs: { created_at: 'float8' },
  wiki_pages: { place: 'int4' },
  ci_jobs: { updated_at: 'float8' },
}

export const typeOf = (table: TableName, column: string): ColumnType =>
  (otherTypes[table] as Record<string, ColumnType> | undefined)?.[column] ?? 'text'

const nullable = new Set(['reports.repo_id'])

const createTable = (table: TableName, rest = ''): string => {
  const columns = columnsOf(table).map((column) => {
    const type = typeOf(table, column)
    return `${column} ${type === 'text' ? 'text COLLATE "C"' : type}${nullable.has(`${table}.${column}`) ? '' : ' NOT NULL'}`
  })
  return `CREATE TABLE ${table} (${[...columns, `PRIMARY KEY (${keyOf(table).join(', ')})`].join(', ')})${rest}`
}

const references = (table: TableName, column: string, other: TableName): string =>
  `ALTER TABLE ${table} ADD FOREIGN KEY (${column}) REFERENCES ${other} ON DELETE CASCADE`

/** The SQL of each version of the schema. Released versions never change; append a version for new tables. */
export const versions: readonly (readonly string[])[] = [
  [
    createTable('facts'),
    createTable('access_keys'),
    createTable('analytics_days'),
    // A partition per month: old months can be detached at once, and each stays small enough to vacuum.
    createTable('person_days', ' PARTITION BY RANGE (day)'),
    createTable('reports'),
    'CREATE INDEX reports_newest ON reports (created_at DESC, report_id DESC)',
    createTable('computers'),
    createTable('revisions'),
    createTable('service_accounts'),
    createTable('service_account_keys'),
    references('service_account_keys', 'account_id', 'service_accounts'),
    createTable('wiki_runs'),
    createTable('wiki_pages'),
    references('wiki_pages', 'run_id', 'wiki_runs'),
    createTable('ci_jobs'),
  ],
]

/** SQL that creates the partition of a month, such as `2026-11`, if it is missing. */
export const createMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return `CREATE TABLE IF NOT EXISTS person_days_${month.replace('-', '_')}
    PARTITION OF person_days FOR VALUES FROM ('${month}-01') TO ('${next}-01')`
}
