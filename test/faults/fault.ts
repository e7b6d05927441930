/** A kind of fault that is injected. The report has a row for each. */
export type Fault = {
  name: string
  /** Number of attempts in a full run. */
  count: number
  run: (count: number) => Promise<Outcome>
}

/** `notes`: failures or measurements; the first few are printed. */
export type Outcome = { tried: number; broke: number; notes: string[] }

/**
 * Makes `count` attempts. An attempt returns its failure, or undefined.
 *
 * @param atOnce Number of concurrent attempts.
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

export const KEY = 'qd-key-of-the-faults'

/** Limits for local servers. They are long enough for a busy machine. */
export const client = {
  limits: { headersMs: 1_000, silenceMs: 1_000, wholeCallMs: 5_000, connectMs: 2_000 },
  random: () => 0,
}

/** A reproducible random number below `max`. */
export const numberOf = (round: number, max: number): number => (Math.imul(round + 1, 2_654_435_761) >>> 0) % max

export const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item

/** The stack trace in an error output, which users must never see. */
export const stackIn = (err: string): string | undefined =>
  /\n {4}at /.test(err) ? `a stack: ${err.slice(0, 300)}` : undefined
