/** A row of the trial. */
export type Fault = {
  name: string
  /** How many are tried in a whole trial. */
  count: number
  run: (count: number) => Promise<Outcome>
}

/** `notes`: what broke first, or figures; the first few are printed. */
export type Outcome = { tried: number; broke: number; notes: string[] }

/** Tries something `count` times. What `attempt` answers says what broke; undefined: nothing did. */
export const tryTimes = async (
  count: number,
  attempt: (round: number) => Promise<string | undefined> | string | undefined,
): Promise<Outcome> => {
  const notes: string[] = []
  for (let round = 0; round < count; round++) {
    const broken = await Promise.resolve()
      .then(() => attempt(round))
      .catch((error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)))
    if (broken !== undefined) notes.push(`round ${round}: ${broken}`)
  }
  return { tried: count, broke: notes.length, notes }
}
