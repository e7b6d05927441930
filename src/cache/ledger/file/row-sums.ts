import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { DamagedError } from './damaged-error.ts'

/**
 * What the sums of rows are made of: all columns but large ones, which hold a sum of their own. SQLite itself takes any flipped bit
 * for what was written.
 */
const summed = {
  partition: ['id', 'key_hash', 'org', 'shown'],
  day: ['partition', 'endpoint', 'day', 'fetched_at', 'rows', 'problems', 'parts'],
  day_part: ['partition', 'endpoint', 'part', 'day'],
  person: ['id', 'partition', 'user_id', 'email', 'email_day', 'first_email'],
  word: ['id', 'partition', 'text'],
  walk: [
    'id',
    'partition',
    'from_day',
    'to_day',
    'started_at',
    'fetched_at',
    'cursor',
    'pages',
    'parts',
    'is_complete',
  ],
  walk_page: ['walk', 'day', 'page', 'rows'],
  walk_raw: ['walk', 'page'],
  person_day: ['partition', 'day', 'walk', 'fetched_at', 'rows'],
  report: ['partition', 'id', 'created_at'],
  revision: ['partition', 'revision'],
  list: ['partition', 'name', 'fetched_at', 'rows'],
  offer: ['partition', 'asked_at', 'names'],
  known_id: ['partition', 'kind', 'id', 'name', 'source', 'at'],
  last_export: ['partition', 'run', 'path', 'at', 'size_bytes', 'files'],
  failed_export: ['partition', 'run', 'at', 'why'],
} as const

export type Table = keyof typeof summed

/** Columns that tell a row of its table from all others, where it has no rowid. */
const keyOf: Partial<Record<Table, readonly string[]>> = {
  day: ['partition', 'endpoint', 'day'],
  list: ['partition', 'name'],
}

const tables = Object.keys(summed) as Table[]
const conditions = tables.map((table) => [table, `is_sound(sum, ${summed[table].join(', ')})`])

/**
 * A condition for each table, to be asked of every row that is read: true, or a DamagedError where the row is not the one that was
 * written.
 */
export const isSound = Object.fromEntries(conditions) as Record<Table, string>

/** Asks the same of a row in hand, its columns in the order of {@link summed}: of thousands of rows it takes a tenth of the time. */
export const checkRow = (sum: number, values: readonly SQLOutputValue[]): void => {
  if (sum !== sumOf(values)) throw new DamagedError('a row has changed on the disk')
}

const sumOf = (values: readonly SQLOutputValue[]): number => {
  let text = ''
  for (const value of values)
    text +=
      typeof value === 'string'
        ? `"${value}`
        : value instanceof Uint8Array
          ? `x${Buffer.from(value).toString('hex')}`
          : `,${value}`
  return crc32(text)
}

/** Gives a connection the function that {@link isSound} asks, and `row_sum`. */
export const addSumFunctions = (database: DatabaseSync): void => {
  database.function('row_sum', { varargs: true, deterministic: true }, (...values: SQLOutputValue[]) => sumOf(values))
  database.function('is_sound', { varargs: true }, (sum: SQLOutputValue, ...values: SQLOutputValue[]) => {
    checkRow(sum as number, values)
    return 1
  })
}

const triggers = tables.map((table) => {
  const columns = summed[table]
  const of = (row: 'OLD' | 'NEW') => columns.map((column) => `${row}.${column}`).join(', ')
  const isRow = (keyOf[table] ?? ['rowid']).map((column) => `${column} = NEW.${column}`).join(' AND ')
  const sum = `UPDATE ${table} SET sum = row_sum(${of('NEW')}) WHERE ${isRow};`
  return `
    CREATE TEMP TRIGGER ${table}_added AFTER INSERT ON main.${table} BEGIN ${sum} END;
    CREATE TEMP TRIGGER ${table}_changed AFTER UPDATE OF ${columns.join(', ')} ON main.${table} BEGIN
      SELECT is_sound(OLD.sum, ${of('OLD')}); ${sum}
    END;`
})

const summing = new WeakSet<DatabaseSync>()

/**
 * From now on each row that this connection writes gets its sum. Nothing of it stands in the file. Not within a transaction, which
 * takes it back when it fails. Many connections only read, and this would be most of what opening takes: to be called before writing.
 */
export const sumWhatIsWritten = (database: DatabaseSync): void => {
  if (summing.has(database)) return
  database.exec(triggers.join(''))
  summing.add(database)
}
