import type { Lenient } from '../../contract/lenient.ts'
import type { Live } from '../../contract/live.ts'
import { counted, fullNumber, shortNumber } from '../text/format.ts'

/** Activity of today in a few figures. Undefined: no agent reports it. */
export type LiveBrief = {
  /** ISO 8601. Untrusted text. */
  asOf: string
  reporting: number
  /** Users with use in the last 30 days. */
  known: number
  activeNow: number
  sessions: number
  toolCalls: number
  commits: number | undefined
  pullRequests: number | undefined
  tokens: number | undefined
  /** Tool calls in each quarter of an hour since midnight UTC. */
  series: readonly (number | undefined)[]
}

/** The tokens of all kinds together; undefined if no agent reports them. */
export const sumOfTokens = (tokens: NonNullable<Lenient<Live>['totals']>['tokens']): number | undefined => {
  if (tokens == null) return undefined
  const { input, output, cache_read: read, cache_creation: creation } = tokens
  return [input, output, read, creation].reduce<number>((sum, count) => sum + (Number(count) || 0), 0)
}

/** Undefined if no user reports anything today. */
export const liveBrief = ({
  asOf = '',
  coverage = {},
  totals = {},
  quarters = [],
}: Lenient<Live>): LiveBrief | undefined =>
  !coverage.reportingUsers
    ? undefined
    : {
        asOf,
        reporting: coverage.reportingUsers,
        known: coverage.knownUsers ?? 0,
        activeNow: totals.active_now ?? 0,
        sessions: totals.sessions ?? 0,
        toolCalls: totals.tool_calls ?? 0,
        commits: totals.commits ?? undefined,
        pullRequests: totals.pull_requests ?? undefined,
        tokens: sumOfTokens(totals.tokens),
        series: quarters.map(({ tool_calls: calls }) => calls),
      }

/** `31 of 55 users report`. A new server knows no users yet. */
export const coverageText = (reporting: number, known: number): string =>
  known < reporting
    ? `${counted(reporting, 'user')} reporting`
    : `${fullNumber(reporting)} of ${counted(known, 'user')} report`

/** The figures in the order of their importance: `88 sessions`. Figures that no agent reports are left out. */
export const liveFigures = ({ activeNow, sessions, toolCalls, commits, pullRequests, tokens }: LiveBrief): string[] => [
  `${fullNumber(activeNow)} active now`,
  counted(sessions, 'session'),
  counted(toolCalls, 'tool call'),
  ...(commits === undefined ? [] : [counted(commits, 'commit')]),
  ...(pullRequests === undefined ? [] : [counted(pullRequests, 'pull request')]),
  ...(tokens === undefined ? [] : [`${shortNumber(tokens)} tokens`]),
]
