import { closeSync, constants, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readOwnFile } from '../../base/own-file.ts'
import { makeOwnFolder } from '../../base/own-folder.ts'
import { type Decision, OUTCOMES } from '../../domain/hooks/decisions.ts'
import { isMissing } from './spool-files.ts'

type LogOutcome = (typeof OUTCOMES)[number]

/** One line of the log. It holds no address and no secret of a channel. */
export type LogEntry = Decision & { outcome: LogOutcome }

/** Where the log is, in the folder of the notifier. */
export const logFileIn = (folder: string): string => join(folder, 'log.ndjson')

/** Where the last event of each name is kept, in the folder of the notifier. */
export const recordedFolderIn = (folder: string): string => join(folder, 'recorded')

/** A longer log is put aside, where one such is kept. */
const LARGEST_BYTES = 1_000_000

// Without O_NONBLOCK, opening a pipe waits for a reader. Windows has neither of the last two.
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOFOLLOW ?? 0)

/** Adds a line to the log. Never throws: what cannot be logged must not keep anything from being told. */
export const appendLog = (file: string, entry: LogEntry): void => {
  try {
    makeOwnFolder(dirname(file))
    const log = openSync(file, FLAGS, 0o600)
    try {
      if (!fstatSync(log).isFile()) return
      // In one go, so that lines of two programs do not mix.
      writeSync(log, `${JSON.stringify(entry)}\n`)
      if (fstatSync(log).size > LARGEST_BYTES) putAside(file, log)
    } finally {
      closeSync(log)
    }
  } catch {
    // Nothing more can be said about it.
  }
}

const putAside = (file: string, log: number): void => {
  try {
    renameSync(file, `${file}.1`)
  } catch {
    // A folder may stand there, which readLog names. Without this, the log would grow without end.
    ftruncateSync(log, 0)
  }
}

/** The lines of the log, oldest first, with those that were put aside; lines that cannot be read are left out. */
export const readLog = (file: string): LogEntry[] => [...linesOf(`${file}.1`), ...linesOf(file)]

const linesOf = (file: string): LogEntry[] =>
  textOf(file)
    .split('\n')
    .flatMap((line) => {
      const entry = parsed(line)
      return entry ? [entry] : []
    })

const textOf = (file: string): string => {
  try {
    return Buffer.from(readOwnFile(file, 2 * LARGEST_BYTES) ?? []).toString()
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

const parsed = (line: string): LogEntry | undefined => {
  try {
    const entry = JSON.parse(line) as LogEntry
    const isOne = Number.isFinite(entry.at) && OUTCOMES.includes(entry.outcome) && typeof entry.why === 'string'
    return isOne ? entry : undefined
  } catch {
    return undefined
  }
}
