import { outputOf } from '../output/csv.ts'
import type { Figure, Overview } from './overview-figures.ts'

const valueAt = (figure: Figure | undefined, at: number): number | null => figure?.series[at] ?? null

/** The figures of the overview that have a value for each day, as rows; the other ones are ratios. */
const { columns: DAY_COLUMNS, rowOf } = outputOf<[overview: Overview, at: number]>({
  date: ({ days }, at) => days[at],
  credits: ({ credits }, at) => valueAt(credits, at),
  people: ({ people }, at) => valueAt(people, at),
  sessions: ({ sessions }, at) => valueAt(sessions, at),
  commits: ({ commits }, at) => valueAt(commits, at),
  pullRequests: ({ pullRequests }, at) => valueAt(pullRequests, at),
  toolCalls: ({ toolCalls }, at) => valueAt(toolCalls, at),
})

export { DAY_COLUMNS }

/** A row for each day of the range. */
export const overviewDays = (overview: Overview) => overview.days.map((_, at) => rowOf(overview, at))
