import type { AttentionItem } from '../../domain/attention.ts'
import { lengthOf } from '../../domain/calendar.ts'
import type { Figure, Overview } from '../../domain/overview.ts'
import { attentionJson } from './attention-json.ts'
import type { MissingPart } from './load-overview.ts'
import { isRefusal } from './missing.ts'
import { REVISIONS_SHOWN } from './overview-text.ts'

/**
 * The overview as JSON, with raw numbers: `change` is a fraction of the value before, null where there is none; `byDay`
 * has one number or null a day of the range. `attention` is what somebody should look at, the grave first. A part that could not be loaded is null and stands in `missing`.
 */
export const overviewJson = (
  overview: Overview,
  attention: readonly AttentionItem[],
  missing: readonly MissingPart[],
): unknown => {
  const { range, previous, revisions, readiness, month } = overview
  return {
    range: { ...range, days: lengthOf(range) },
    previous: previous === undefined ? null : { ...previous, days: lengthOf(previous) },
    attention: attention.map(attentionJson),
    credits: figureJson(overview.credits),
    month: month === undefined ? null : month,
    people: figureJson(overview.people),
    stickiness: figureJson(overview.stickiness),
    sessions: figureJson(overview.sessions),
    turns_per_session: figureJson(overview.turnsPerSession),
    tool_calls: figureJson(overview.toolCalls),
    calls_per_turn: figureJson(overview.callsPerTurn),
    commits: figureJson(overview.commits),
    pull_requests: figureJson(overview.pullRequests),
    revisions:
      revisions?.slice(0, REVISIONS_SHOWN).map(({ revision, updatedAt, who, email, changed }) => ({
        revision: revision ?? null,
        updated_at: updatedAt ?? null,
        who: who ?? null,
        email: email ?? null,
        changed: changed ?? null,
      })) ?? null,
    readiness:
      readiness === undefined
        ? null
        : {
            repositories: readiness.repositories,
            per_level: readiness.perLevel,
            organisation_level: readiness.organisationLevel ?? null,
            median_level: readiness.medianLevel ?? null,
            fell: readiness.fell.map(({ repoUrl, from, to }) => ({ repo_url: repoUrl, from, to })),
            rose: readiness.rose.map(({ repoUrl, from, to }) => ({ repo_url: repoUrl, from, to })),
          },
    ...(missing.length > 0 && { missing: missing.map(missingJson) }),
    ...(missing.some((part) => !isRefusal(part)) && { incomplete: true }),
  }
}

const figureJson = (figure: Figure | undefined): unknown =>
  figure === undefined
    ? null
    : {
        value: figure.value ?? null,
        previous: figure.previous ?? null,
        change: figure.change?.fraction ?? null,
        missing_days: figure.missingDays,
        previous_missing_days: figure.previousMissingDays,
        by_day: figure.series.map((value) => value ?? null),
      }

const missingJson = ({ part, error }: MissingPart): unknown => ({
  part,
  reason: error.message,
  status: error.status ?? null,
})
