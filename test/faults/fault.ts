import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A row of the trial. */
export type Fault = {
  name: string
  /** How many are tried in a whole trial. */
  count: number
  run: (count: number) => Promise<Outcome>
}

/** `notes`: what broke first, or figures; the first few are printed. */
export type Outcome = { tried: number; broke: number; notes: string[] }

/**
 * Tries something `count` times. What `attempt` answers says what broke; undefined: nothing did.
 *
 * @param atOnce How many are under way at a time, where what they mostly do is wait for one another's servers.
 */
export const tryTimes = async (
  count: number,
  attempt: (round: number) => Promise<string | undefined> | string | undefined,
  atOnce = 1,
): Promise<Outcome> => {
  const broken: (string | undefined)[] = []
  const worker = async (): Promise<void> => {
    while (broken.length < count) {
      const round = broken.push(undefined) - 1
      broken[round] = await Promise.resolve()
        .then(() => attempt(round))
        .catch((error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const notes = broken.flatMap((what, round) => (what === undefined ? [] : [`round ${round}: ${what}`]))
  return { tried: count, broke: notes.length, notes }
}

/** Works in an empty folder that is gone afterwards. */
export const withFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
