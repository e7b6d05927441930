import { controlsFigures, generatedFigures, openFigures } from './controls-figures.ts'
import { type Days, daysBefore } from './days.ts'
import { generatedUsageFigures, skewFigures } from './generated-usage-figures.ts'
import { peopleFigures } from './people-figures.ts'
import { readinessFigures } from './readiness-figures.ts'
import type { Server } from './server.ts'
import { createTally, type Kind } from './tally.ts'
import { teamFigures } from './team-figures.ts'
import { usageFigures } from './usage-figures.ts'

export type Share = {
  /** Lengths of the ranges, in days. */
  usage: readonly number[]
  people: readonly number[]
  /** Numbers of repositories whose last two reports are compared, and of revisions compared with their predecessor. */
  repositories: number
  revisions: number
  /** Generated organisations whose rows have gaps and duplicates. */
  generatedUsages: number
  /** Revisions of a generated history, and the number compared path by path. */
  generated: number
  generatedDiffs: number
}

export const FULL: Share = {
  usage: [7, 14, 30, 90],
  people: [7, 30],
  repositories: 100,
  revisions: 30,
  generatedUsages: 5,
  generated: 1200,
  generatedDiffs: 60,
}

/** Takes seconds: for the tests. */
export const SMALL: Share = {
  usage: [7],
  people: [7],
  repositories: 1,
  revisions: 2,
  generatedUsages: 1,
  generated: 200,
  generatedDiffs: 2,
}

/** Compares printed figures with sums of the server's raw responses. @param today - A UTC day; ranges end the day before. */
export const compareFigures = async (server: Server, today: string, share: Share): Promise<readonly Kind[]> => {
  const tally = createTally()
  const to = daysBefore(today, 1)
  const ranges = (lengths: readonly number[]): Days[] => lengths.map((days) => ({ from: daysBefore(to, days - 1), to }))
  await usageFigures(server, ranges(share.usage), tally)
  await peopleFigures(server, ranges(share.people), tally)
  await teamFigures(server, ranges(share.people), tally)
  await readinessFigures(server, share.repositories, tally)
  await controlsFigures(server, share.revisions, tally)
  for (let seed = 1; seed <= share.generatedUsages; seed++) await generatedUsageFigures(server, today, seed, tally)
  await skewFigures(server, today, tally)
  await generatedFigures(server, share.generated, share.generatedDiffs, tally)
  await openFigures(server, tally)
  return tally.kinds()
}
