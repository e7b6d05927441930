import { closeSync, constants, fstatSync, ftruncateSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { readOwnFile } from '../../base/own-file.ts'
import { createOwnFolder, UntrustedPathError } from '../../base/own-folder.ts'
import { type Decision, OUTCOMES } from '../../domain/hooks/decisions.ts'
import { idOfFile, isMissing, putFile, type SpoolFolders } from './spool-files.ts'

/** One line of the log, without addresses and secrets of channels. */
export type LogEntry = Decision & { outcome: (typeof OUTCOMES)[number] }

/** Prefix of the reason in entries about test messages. */
export const TEST_PREFIX = 'test: '

/** Where to log, and the time, Unix ms. */
export type LogDeps = { folders: Pick<SpoolFolders, 'logFile'>; now: () => number }

/** Size at which the log is rotated, bytes. One old log is kept. */
const MAX_BYTES = 1_000_000

// Without O_NONBLOCK, opening a pipe blocks until a reader opens it. Windows has neither O_NONBLOCK nor O_NOFOLLOW.
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOFOLLOW ?? 0)

/** Appends a line to the log. Never throws: a logging error must not prevent a notification. */
export const appendLog = ({ folders: { logFile: file }, now }: LogDeps, entry: Omit<LogEntry, 'at'>): void => {
  try {
    createOwnFolder(dirname(file))
    const log = openSync(file, FLAGS, 0o600)
    try {
      if (!fstatSync(log).isFile()) return
      // A single write, so that lines of two programs do not mix.
      writeSync(log, `${JSON.stringify({ at: now(), ...entry })}\n`)
      if (fstatSync(log).size > MAX_BYTES) rotateLog(file, log)
    } finally {
      closeSync(log)
    }
  } catch {
    // A logging error cannot be logged.
  }
}

const rotateLog = (file: string, log: number): void => {
  try {
    renameSync(file, `${file}.1`)
  } catch {
    // A folder may be in the way, which readLog reports. Truncate, or the log would grow without limit.
    ftruncateSync(log, 0)
  }
}

/** Puts a file into a spool folder and logs the files that were dropped because it was full. Throws like {@link putFile}. */
export const putLogged = (deps: LogDeps, folder: string, name: string, value: unknown): void => {
  for (const dropped of putFile(folder, name, value))
    appendLog(deps, { outcome: 'failed', why: 'the spool was full', id: idOfFile(dropped) })
}

/**
 * Logs that a spool file cannot be handled.
 *
 * @throws the error if the disk or a folder caused it instead of the file, because other files would fail too.
 */
export const logFileError = (deps: LogDeps, name: string, error: unknown, channel?: string): void => {
  const { syscall, code, message } = error as NodeJS.ErrnoException
  if (error instanceof UntrustedPathError || (syscall !== undefined && code !== 'ENAMETOOLONG')) throw error
  const why = `it cannot be handled: ${message.slice(0, 200)}`
  appendLog(deps, { outcome: 'failed', why, id: idOfFile(name), channel })
}

/** The lines of the log, oldest first, including the rotated log. Invalid lines are skipped. */
export const readLog = (file: string): LogEntry[] => [...linesOf(`${file}.1`), ...linesOf(file)]

const linesOf = (file: string): LogEntry[] =>
  textOf(file)
    .split('\n')
    .flatMap((line) => {
      const entry = parseEntry(line)
      return entry ? [entry] : []
    })

const textOf = (file: string): string => {
  try {
    return Buffer.from(readOwnFile(file, 2 * MAX_BYTES) ?? []).toString()
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

/** Outcomes in logs of earlier versions, with their current names. */
const renamedOutcomes: Readonly<Record<string, LogEntry['outcome']>> = {
  told: 'accepted',
  held: 'suppressed',
  repeat: 'duplicate',
  summed: 'summarised',
  waits: 'retrying',
}
/** {@link TEST_PREFIX} in logs of earlier versions. */
const OLD_TEST_PREFIX = /^rehearsal: /

const parseEntry = (line: string): LogEntry | undefined => {
  try {
    const entry = JSON.parse(line) as LogEntry
    const { at, why } = entry
    if (!Number.isFinite(at) || typeof why !== 'string') return undefined
    const outcome = renamedOutcomes[entry.outcome] ?? entry.outcome
    return OUTCOMES.includes(outcome)
      ? { ...entry, outcome, why: why.replace(OLD_TEST_PREFIX, TEST_PREFIX) }
      : undefined
  } catch {
    return undefined
  }
}
