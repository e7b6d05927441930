import { lengthOf } from '../calendar/calendar.ts'
import type { LiveBrief } from '../live/live-brief.ts'
import type { SeatCounts } from '../seats/seats.ts'
import type { Forecast } from '../usage/forecast.ts'
import { attentionFrom, attentionOutput, type Mutes } from './attention/attention.ts'
import type { AttentionItem } from './attention/attention-kinds.ts'
import type { Figure, Overview } from './overview-figures.ts'

/**
 * The overview for scripts, with raw numbers. `change` is a fraction of the previous value, null if there is none;
 * `byDay` has one number or null per day of the range; `attentionFrom` is the first day that is searched for
 * attention items; `today` was measured by the server and is part of no other figure. A missing part is null.
 *
 * @param attention - Attention items, high severity first.
 * @param mutedUntil - End of an item's mute, Unix ms. @default no item is muted
 */
export const overviewOutput = (
  overview: Overview,
  attention: readonly AttentionItem[],
  mutedUntil: Mutes['until'] = () => undefined,
) => {
  const { range, previous, revisions, readiness, month, seats, today } = overview
  return {
    range: { ...range, days: lengthOf(range) },
    previous: previous === undefined ? null : { ...previous, days: lengthOf(previous) },
    attentionFrom: attentionFrom(range),
    attention: attention.map((item) => {
      const until = mutedUntil(item.id)
      return { ...attentionOutput(item), ...(until !== undefined && { mutedUntil: new Date(until).toISOString() }) }
    }),
    credits: figureJson(overview.credits),
    month: month === undefined ? null : monthJson(month),
    people: figureJson(overview.people),
    stickiness: figureJson(overview.stickiness),
    sessions: figureJson(overview.sessions),
    turnsPerSession: figureJson(overview.turnsPerSession),
    toolCalls: figureJson(overview.toolCalls),
    callsPerTurn: figureJson(overview.callsPerTurn),
    commits: figureJson(overview.commits),
    pullRequests: figureJson(overview.pullRequests),
    revisions:
      revisions?.map(({ revision, updatedAt, who, email, changed }) => ({
        revision: revision ?? null,
        updatedAt: updatedAt ?? null,
        who: who ?? null,
        email: email ?? null,
        changed: changed ?? null,
      })) ?? null,
    readiness:
      readiness === undefined
        ? null
        : {
            repositories: readiness.repositories,
            perLevel: readiness.perLevel,
            organisationLevel: readiness.organisationLevel ?? null,
            medianLevel: readiness.medianLevel ?? null,
            fell: readiness.fell.map(({ repoUrl, from, to }) => ({ repoUrl: repoUrl, from, to })),
            rose: readiness.rose.map(({ repoUrl, from, to }) => ({ repoUrl: repoUrl, from, to })),
          },
    seats: seats === undefined ? null : seatsJson(seats),
    today: today === undefined ? null : todayJson(today),
  }
}

const seatsJson = ({ 'no seat': withoutSeat, ...counts }: SeatCounts) => ({
  ...counts,
  usersWithoutSeat: withoutSeat,
})

const todayJson = (today: LiveBrief) => ({
  asOf: today.asOf,
  reportingUsers: today.reporting,
  knownUsers: today.known,
  activeNow: today.activeNow,
  sessions: today.sessions,
  toolCalls: today.toolCalls,
  commits: today.commits ?? null,
  pullRequests: today.pullRequests ?? null,
  tokens: today.tokens ?? null,
})

export const monthJson = ({ end, sofar, expected, low, high, lastMonth }: Forecast) => ({
  end,
  monthCredits: sofar,
  forecast: expected,
  forecastLow: low,
  forecastHigh: high,
  lastMonth: lastMonth ?? null,
})

const figureJson = (figure: Figure | undefined) =>
  figure === undefined
    ? null
    : {
        value: figure.value ?? null,
        previous: figure.previous ?? null,
        change: figure.change?.fraction ?? null,
        missingDays: figure.missingDays,
        previousMissingDays: figure.previousMissingDays,
        byDay: figure.series.map((value) => value ?? null),
      }
