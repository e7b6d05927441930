import type { Loaded } from '../../cache/load/kit/loaded.ts'
import { queries } from '../../cache/load/queries.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import { lengthOf, type Range } from '../../domain/calendar/calendar.ts'
import { withWeeksBefore } from '../../domain/calendar/weekday-baseline.ts'
import { comparisonFor } from '../../domain/overview/overview-figures.ts'
import { pseudonymOf } from '../../domain/people/pseudonym.ts'
import { counted, WITHOUT_USER, weekdayName } from '../../domain/text/format.ts'
import { NO_ID } from '../../domain/usage/breakdown.ts'
import { activityView } from '../../domain/usage/views/activity-view.ts'
import { breakdownOutput } from '../../domain/usage/views/breakdown-output.ts'
import { creditViewData, pricedGroup } from '../../domain/usage/views/credits-view.ts'
import { productivityView } from '../../domain/usage/views/productivity-view.ts'
import { toolsView } from '../../domain/usage/views/tools-view.ts'
import { sortedRows, usageRows, usualRows } from '../../domain/usage/views/usage-rows.ts'
import type { GroupInfo, ViewData } from '../../domain/usage/views/view.ts'
import type { Deps } from '../kit/command.ts'
import { finishCommand, incompleteMembers, loadOptions } from '../kit/load-options.ts'
import { loadTeams } from '../kit/load-teams.ts'
import { NO_PREVIOUS_PERIOD } from '../kit/option-values.ts'
import { printRows } from '../output/print-rows.ts'
import type { BreakdownOptions } from './days-options.ts'
import { missingDaysText } from './range-totals.ts'

export const runBreakdown = async (options: BreakdownOptions, deps: Deps): Promise<undefined> => {
  const { outer, group, key, isCaseSensitive, range, comparison, sort, where } = options
  const { from: day } = range
  const previous = comparison === 'before' ? comparisonFor(range) : undefined
  const source = await deps.source()
  const whole = comparison === 'usual' ? withWeeksBefore(day) : { from: previous?.from ?? day, to: range.to }
  if (source.ledger.creditBytes(whole) > MANY_BYTES) deps.tuneGcForStreaming()
  const { data, at, problems, incomplete: reason } = await loadView(options, whole, source, deps)
  // If the previous period has no data, compare with nothing: otherwise every row would look new.
  const before = previous !== undefined && data.missingDays(previous) < lengthOf(previous) ? previous : undefined
  const rowsIn = (of: Range) =>
    key === undefined ? data.rows(outer.id, of, isCaseSensitive) : data.peopleOf(outer.id, key, of)
  const periodRows = (of: Range) => ({
    rows: rowsIn(of),
    absent: data.absentSeries(group.id, of),
  })
  const all =
    comparison === 'usual'
      ? usualRows(rowsIn(range), rowsIn(whole), { day, known: whole, range })
      : usageRows(periodRows(range), before && periodRows(before), outer.unit)
  const chosen = sortedRows(where?.(all) ?? all, sort)
  const priced = pricedGroup(group, planSettings(deps.env, await deps.credentials()).creditPrice)
  const { rows, columns, members, readable } = breakdownOutput(priced, chosen, range, comparison)
  const meta = { org_id: source.ledger.orgId() || null, start_date: range.from, end_date: range.to, by: group.by }
  const envelope = { data: rows, meta, ...incompleteMembers(reason) }
  printRows({ rows, envelope, layout: { columns, members, readable } }, deps)

  const missing = data.missingDays(range)
  const hasNoUsual = comparison === 'usual' && all.length > 0 && all.every(({ usual }) => usual === undefined)
  const notes = [
    missing === lengthOf(range) ? `No rows from ${range.from} to ${range.to}.` : undefined,
    missing > 0 && missing < lengthOf(range) ? missingDaysText(missing, range) : undefined,
    comparison === 'before' && previous === undefined ? NO_PREVIOUS_PERIOD : undefined,
    group.id === 'team' && all.length > 0 ? totalNote(data, group, range) : undefined,
    hasNoUsual ? `Too few earlier ${weekdayName(day)}s to compute the usual value.` : undefined,
  ]
  return finishCommand({ notes, at, problems, incomplete: reason }, deps)
}

/** The rows of nested teams do not add up to this. */
const totalNote = (data: ViewData, { measure = '' }: GroupInfo, range: Range): string => {
  const credits = data.figures(measure, range)[0]?.value
  const users = data.rows('person', range, false).filter(({ key }) => key !== NO_ID)
  return `Total: ${counted(credits ?? 0, 'credit')} of ${counted(users.length, 'user')}, each counted once.`
}

/** Cached use by users that takes far more memory than a command needs otherwise: a day of 100,000 users. */
const MANY_BYTES = 2_000_000

type Query<Data> = {
  load: (source: Source, params: { range: Range }, options: LoadOptions) => Promise<Loaded<Data>>
}

/** Loads the days of a view, and the grouped rows with --group-by. */
const loadView = async (
  { view, outer: { groupBy, by }, teams: teamsFile, isPseudonymous }: BreakdownOptions,
  range: Range,
  source: Source,
  deps: Deps,
) => {
  const joined = async <Days, Groups>(
    ofDays: Query<Days>,
    ofGroups: Query<Groups> | undefined,
    dataOf: (days: Days, groups: Groups | undefined) => ViewData,
  ) => {
    const days = await ofDays.load(source, { range }, loadOptions(deps))
    const groups = groupBy === undefined ? undefined : await ofGroups?.load(source, { range }, loadOptions(deps))
    return {
      data: dataOf(days.data, groups?.data),
      at: Math.min(days.at, groups?.at ?? days.at),
      problems: days.problems + (groups?.problems ?? 0),
      incomplete: days.incomplete ?? groups?.incomplete,
    }
  }
  switch (view) {
    case 'credits': {
      const salt = isPseudonymous ? await deps.salt() : undefined
      const nameOf = (id: string, email: string | undefined): string =>
        salt === undefined ? email || id || WITHOUT_USER : pseudonymOf(id, salt)
      const teams = by === 'team' ? await loadTeams(deps, teamsFile) : undefined
      return joined(queries.creditDays, queries.creditModelDays, (days, groups) =>
        creditViewData(days, groups, nameOf, teams),
      )
    }
    case 'tools':
      return joined(queries.toolDays, queries.toolNameDays, toolsView.dataOf)
    case 'activity':
      return joined(queries.activityDays, queries.clientDays, activityView.dataOf)
    case 'productivity':
      return joined(queries.productivityDays, undefined, productivityView.dataOf)
  }
}
