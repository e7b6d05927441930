import { isContainer } from '../../base/json.ts'
import { fresh, type Memory, noMemory } from '../rules/memory.ts'
import { readSpoolFile, writeSpoolFile } from './spool-files.ts'

/** What was told lately; nothing where that cannot be read or is broken: then something may be told twice, and nothing not at all. */
export const readMemory = (file: string, now: number): Memory => {
  const value = readSpoolFile(file)
  if (!isContainer(value)) return noMemory()
  const { told, turns, summed } = value as Partial<Memory>
  return fresh(
    {
      told: Array.isArray(told) ? told.filter((one) => Number.isFinite(one?.at) && typeof one?.key === 'string') : [],
      turns: Object.fromEntries(Object.entries(turns ?? {}).filter(([, at]) => Number.isFinite(at))),
      summed: isSummed(summed) ? summed : undefined,
    },
    now,
  )
}

const isSummed = (value: unknown): value is NonNullable<Memory['summed']> => {
  const { due, counts, channels } = (value ?? {}) as { due?: unknown; counts?: unknown; channels?: unknown }
  return Number.isFinite(due) && isContainer(counts) && Array.isArray(channels)
}

/** @throws what the file system says. */
export const writeMemory = (file: string, memory: Memory): void => {
  writeSpoolFile(file, memory)
}
