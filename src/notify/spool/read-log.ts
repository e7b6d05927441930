// Separate from log.ts, because a hook writes the log but never reads it, and parsing this code would delay its agent.
import { readOwnFile } from '../../base/own-file.ts'
import { OUTCOMES } from '../../domain/hooks/decisions.ts'
import { type LogEntry, MAX_BYTES, TEST_PREFIX } from './log.ts'
import { isMissing } from './spool-files.ts'

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
