import { daysOf, type Range } from '../../calendar/calendar.ts'
import type { OutputRow } from '../../output/output.ts'
import type { NumberKind } from '../measure.ts'
import type { UsageRow } from './usage-rows.ts'
import type { GroupInfo } from './view.ts'

/** A column of a breakdown for people to read. A `change` stands behind the value that it is of, a `difference` behind what is usual. */
type BreakdownColumn = {
  member: string
  title: string
  kind: 'text' | NumberKind | 'change' | 'difference'
  /** Of a change or a difference: what the two values are. */
  of?: NumberKind
  /** Where the unit of a value is not that of its column: the member that says it. */
  kindMember?: string
  /** The member that is true where some of the value is missing: tables mark it then. */
  partialMember?: string
}

export type OutputGroup = Pick<
  GroupInfo,
  'heading' | 'counted' | 'unit' | 'details' | 'hasTokens' | 'hasUserIds' | 'shareOf'
>

/** What the values of a breakdown can stand beside. */
export type Beside = 'before' | 'usual'

/**
 * A breakdown as exports and commands give it away: what its columns show with a column for each day behind them. Names and ids
 * are as they came, and nothing is rounded; shares and changes are fractions of 1, the change of a share is the difference. `share_of` says of what whole a share is,
 * `partial` that some of the value is not known.
 *
 * @param rows - As they are shown: filtered and in their order.
 * @param beside - What the values stand beside: those of the period before, or of a day what is usual for its weekday.
 */
export const breakdownOutput = (
  group: OutputGroup,
  rows: readonly UsageRow[],
  range: Range,
  beside: Beside | undefined,
) => {
  const { name, value, details, columns, isOneUnit } = breakdownColumns(group, beside)
  const readable = [
    name,
    ...(group.hasUserIds ? ['user_id'] : []),
    ...details.map(({ id }) => id),
    value,
    ...(isOneUnit ? [] : ['unit']),
    ...(rows.some(({ isPartial }) => isPartial) ? ['partial'] : []),
    ...(group.shareOf === undefined ? [] : ['share', 'share_of']),
    ...(beside === 'before' ? [`${value}_previous`, `${value}_change`] : []),
    ...(beside === 'usual' ? ['usual', 'difference'] : []),
    ...(group.hasTokens ? ['input_tokens', 'output_tokens'] : []),
  ]
  const days = daysOf(range)
  const members = [...readable, ...days]
  const toRow = (row: UsageRow): OutputRow => {
    const all: Record<string, unknown> = {
      ...row.exact.details,
      [name]: row.exact.name,
      user_id: row.exact.userId,
      [value]: row.value,
      unit: row.unit ?? group.unit,
      partial: row.isPartial,
      share: row.share,
      share_of: group.shareOf,
      [`${value}_previous`]: row.before,
      [`${value}_change`]: row.change?.fraction,
      usual: row.usual,
      difference: row.difference,
      input_tokens: row.input,
      output_tokens: row.output,
      ...Object.fromEntries(days.map((day, at) => [day, row.series[at]])),
    }
    // What is not known is null, so that every row of JSON has the same members.
    return Object.fromEntries(members.map((member) => [member, all[member] ?? null]))
  }
  return {
    columns,
    /** All members of a row, in order: those of the columns first, then a value for each day. */
    members,
    /** The members without those of days. */
    readable,
    rows: rows.map(toRow),
  }
}

/** Its name, its value, and the columns of its rows. */
export const breakdownColumns = (group: OutputGroup, beside?: Beside) => {
  const name = memberNamed(group.heading)
  const value = group.counted === undefined ? 'value' : memberNamed(group.counted)
  // The shade is the legend of the chart and no data.
  const details = group.details.filter(({ id }) => id !== 'shade')
  const isOneUnit = group.counted !== undefined
  const unit = { kind: group.unit, ...(!isOneUnit && { kindMember: 'unit' }) }
  const columns: BreakdownColumn[] = [
    { member: name, title: group.heading, kind: 'text' },
    ...details.map(({ id, title }) => ({ member: id, title: title || 'OVER', kind: 'text' as const })),
    { member: value, title: group.counted ?? 'RANGE', ...unit, partialMember: 'partial' },
    ...(group.shareOf === undefined ? [] : [{ member: 'share', title: SHARE_HEADING, kind: 'share' as const }]),
    ...(beside === 'before'
      ? [{ member: value, title: 'CHANGE', ...unit, of: group.unit, kind: 'change' as const }]
      : []),
    ...(beside === 'usual'
      ? [
          { member: 'usual', title: 'USUAL', ...unit },
          { member: 'difference', title: 'VS USUAL', ...unit, of: group.unit, kind: 'difference' as const },
        ]
      : []),
    ...(group.hasTokens
      ? [
          { member: 'input_tokens', title: 'INPUT', kind: 'count' as const },
          { member: 'output_tokens', title: 'OUTPUT', kind: 'count' as const },
        ]
      : []),
  ]
  return { name, value, details, columns, isOneUnit }
}

/** Above shares of what the days themselves say, which the rows need not add up to. */
export const SHARE_HEADING = '% ALL'

/** `MCP SERVER` as `mcp_server`. */
const memberNamed = (heading: string): string => heading.toLowerCase().replaceAll(' ', '_')
