import {
  type ColumnKind,
  columnsOf,
  indexes2,
  indexes4,
  indexes5,
  keyOf,
  kindOf,
  monthlyTables,
  type TableName,
  version1,
  version2,
  version3,
  version4,
  version5,
} from './tables.ts'

const types: Record<ColumnKind, string> = {
  text: 'text',
  day: 'date',
  number: 'float8',
  integer: 'int4',
  bytes: 'bytea',
}

/** The type of a column in PostgreSQL. */
export const typeOf = (table: TableName, column: string): string => types[kindOf(table, column).kind]

/** Whether a table has a partition per month. */
export const isMonthly = (table: TableName): boolean => monthlyTables.some((name) => name === table)

const createTable = (table: TableName): string => {
  const columns = columnsOf(table).map((column) => {
    const { kind, isNullable } = kindOf(table, column)
    return `${column} ${types[kind]}${kind === 'text' ? ' COLLATE "C"' : ''}${isNullable ? '' : ' NOT NULL'}`
  })
  const key = `PRIMARY KEY (${keyOf(table).join(', ')})`
  return `CREATE TABLE ${table} (${[...columns, key].join(', ')})${isMonthly(table) ? ' PARTITION BY RANGE (day)' : ''}`
}

const references = (table: TableName, column: string, other: TableName): string =>
  `ALTER TABLE ${table} ADD FOREIGN KEY (${column}) REFERENCES ${other} ON DELETE CASCADE`

/** The SQL of each version of the schema. */
export const versions: readonly (readonly string[])[] = [
  [
    ...(Object.keys(version1) as TableName[]).map(createTable),
    'CREATE INDEX reports_newest ON reports (created_at DESC, report_id DESC)',
    references('service_account_keys', 'account_id', 'service_accounts'),
    references('wiki_pages', 'run_id', 'wiki_runs'),
  ],
  [...(Object.keys(version2) as TableName[]).map(createTable), ...indexes2],
  (Object.keys(version3) as TableName[]).map(createTable),
  [...(Object.keys(version4) as TableName[]).map(createTable), ...indexes4],
  [...(Object.keys(version5) as TableName[]).map(createTable), ...indexes5],
]

type MonthlyTable = (typeof monthlyTables)[number]

/** @throws Error unless a month has the form `2026-11`, because names cannot be parameters. */
const partitionName = (table: MonthlyTable, month: string): string => {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new Error(`${JSON.stringify(month)} is not a month.`)
  return `${table}_${month.replace('-', '_')}`
}

/** The month of a partition, such as `2026-11`; undefined if its name is not one of ours. */
export const monthOfPartition = (table: MonthlyTable, partition: string): string | undefined => {
  const month = partition.slice(table.length + 1).replace('_', '-')
  return /^\d{4}-\d{2}$/.test(month) && partitionName(table, month) === partition ? month : undefined
}

/** The partitions of a month, such as `2026-11`. */
export const partitionsOf = (month: string): string[] => monthlyTables.map((table) => partitionName(table, month))

/** SQL that creates the partitions of a month, such as `2026-11`, if they are missing. */
export const createMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return monthlyTables
    .map(
      (table) => `CREATE TABLE IF NOT EXISTS ${partitionName(table, month)}
        PARTITION OF ${table} FOR VALUES FROM ('${month}-01') TO ('${next}-01')`,
    )
    .join(';')
}

/** SQL that deletes the partition of a month. */
export const dropPartition = (table: MonthlyTable, month: string): string[] => [
  `ALTER TABLE ${table} DETACH PARTITION ${partitionName(table, month)}`,
  `DROP TABLE ${partitionName(table, month)}`,
]
