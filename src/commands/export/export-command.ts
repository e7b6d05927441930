import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, usageError } from '../../base/errors.ts'
import { fileProblem, statsOfTarget } from '../../base/file-problem.ts'
import { masked } from '../../client/masked.ts'
import type { Range } from '../../domain/calendar/calendar.ts'
import { bytes, counted } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { finishCommand, oldestFetchTime } from '../kit/load-options.ts'
import { localPath, parseRange, rangeOptions } from '../kit/option-values.ts'
import { printRows } from '../output/print-rows.ts'
import { pseudonymizeUsers, pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf, type RawRow, type RowLayout } from '../output/row-layout.ts'
import { type ExportTable, exportDay, exportRow, exportTables } from './export-tables.ts'
import { DAY_TABLES, loadDays, loadUsers } from './load-tables.ts'
import type { ParquetFile } from './parquet-file.ts'

const TABLES = Object.keys(exportTables) as ExportTable[]

const layout: RowLayout = {
  columns: [
    ...columnsOf('text', { table: 'TABLE', path: 'FILE' }),
    ...columnsOf('count', { rows: 'ROWS', sizeBytes: 'BYTES' }),
  ],
  members: ['table', 'path', 'rows', 'sizeBytes'],
}

export const exportCommand = command({
  name: 'export',
  summary: 'Export users, days and models as Parquet files',
  description:
    'Writes users.parquet (a row for each user and day), days.parquet (a row for each day, with the figures of credits, activity, productivity and tools) and ' +
    'models.parquet (the credits of each day and model). Columns have the names of the API, numbers are doubles, and other_members has everything else of a row as JSON. ' +
    'If data is missing, nothing is written; an interrupted load resumes where it stopped.',
  pipeFormat: 'table',
  members: layout.members,
  cacheOptions: ['offline', 'refresh'],
  options: [
    ...rangeOptions,
    { flags: '--parquet <folder>', help: 'folder for the files, created if missing', completes: 'folder' },
    { flags: '--force', help: 'overwrite existing files' },
    pseudonymsOption,
  ],
  examples: ['export --last 30d --parquet ./acme', 'export --last oct --parquet ./october --force --pseudonyms'],
  parse: (input, now) => {
    const { parquet, force, pseudonyms } = input.options
    if (parquet === undefined) throw usageError('--parquet is missing: use --parquet FOLDER.')
    const range = parseRange(input, now)
    return { range, folder: localPath(parquet, '--parquet'), isForced: force, isPseudonymous: pseudonyms }
  },
  run: async (options, deps) => {
    const { folder, isForced } = options
    if (!isForced) for (const name of TABLES) assertMissing(pathOf(folder, name))
    try {
      return await writeFiles(options, deps)
    } catch (error) {
      if (error instanceof AppError || !(error instanceof Error && 'syscall' in error)) throw error
      throw new AppError('failed', `Can't write the files in ${folder}: ${fileProblem(error)}.`, { cause: error })
    }
  },
})

type ExportOptions = { range: Range; folder: string; isForced: boolean; isPseudonymous: boolean }

const writeFiles = async (
  { range, folder, isForced, isPseudonymous }: ExportOptions,
  deps: Deps,
): Promise<undefined> => {
  deps.tuneGcForStreaming()
  const salt = isPseudonymous ? await deps.salt() : undefined
  // Users pass the files on, so they must not contain the key, whatever the server sends.
  const shown = (rows: readonly RawRow[]): readonly RawRow[] =>
    masked(salt === undefined ? rows : pseudonymizeUsers(rows, salt), deps.redact)
  const { createParquetFile } = await import('./parquet-file.ts')
  mkdirSync(folder, { recursive: true })
  const files = new Map<ExportTable, ParquetFile>()
  const create = (name: ExportTable): void => {
    files.get(name)?.discard()
    files.set(name, createParquetFile(pathOf(folder, name), exportTables[name], `quarterdeck ${deps.version}`))
  }
  const add = (name: ExportTable, rows: readonly RawRow[]): void => files.get(name)?.add(rows)
  try {
    for (const name of TABLES) create(name)
    const users = {
      take: (rows: readonly RawRow[]) =>
        add(
          'users',
          shown(rows).map((row) => exportRow('users', row)),
        ),
      restart: () => create('users'),
    }
    let problems = await loadUsers(range, users, deps)
    problems += await loadDays(
      range,
      ({ days, models }) => {
        const rows = shown([...days.values()])
        if (rows.length > 0)
          add('days', [exportDay(new Map([...days.keys()].map((name, at) => [name, rows[at] ?? {}])))])
        add(
          'models',
          shown(models).map((row) => exportRow('models', row)),
        )
      },
      deps,
    )
    const written = [...files].map(([table, file]) => ({ table, ...file.end() }))
    for (const { moveIntoPlace, path } of files.values()) if (!moveIntoPlace(isForced)) throw existsError(path)
    printFiles(written, deps)
    const at = oldestFetchTime(await deps.source(), ['users', ...DAY_TABLES], range)
    return await finishCommand({ problems, at }, deps)
  } finally {
    for (const file of files.values()) file.discard()
  }
}

type WrittenFile = { table: ExportTable; path: string; rows: number; sizeBytes: number }

const printFiles = (files: readonly WrittenFile[], deps: Deps): void => {
  const lines = () =>
    files.map((file) => `${safeText(file.path)}: ${counted(file.rows, 'row')}, ${bytes(file.sizeBytes)}\n`)
  printRows({ rows: files, envelope: { files }, layout, table: () => lines().join('') }, deps)
}

const pathOf = (folder: string, name: ExportTable): string => join(folder, `${name}.parquet`)

const existsError = (path: string): AppError =>
  new AppError('failed', `${path} already exists and was not changed; use --force to replace it.`)

const assertMissing = (path: string): void => {
  if (statsOfTarget(path)) throw existsError(path)
}
