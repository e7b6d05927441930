import { daysOf, type Range } from '../../calendar/calendar.ts'
import { moneyOf } from '../../money/price.ts'
import type { OutputRow } from '../../output/output.ts'
import type { NumberKind } from '../measure.ts'
import type { UsageRow } from './usage-rows.ts'
import type { GroupInfo } from './view.ts'

/** A displayed column of a breakdown. A `change` column stands after its value, a `difference` column after the usual value. */
type BreakdownColumn = {
  member: string
  title: string
  kind: 'text' | NumberKind | 'change' | 'difference'
  /** For a change or a difference: the type of the values. */
  of?: NumberKind
  /** For values with their own units: the field with the unit. */
  kindMember?: string
  /** The field that is true if the value is incomplete. Tables then mark the value. */
  partialMember?: string
}

export type OutputGroup = Pick<
  GroupInfo,
  'heading' | 'counted' | 'unit' | 'details' | 'hasTokens' | 'hasUserIds' | 'shareOf' | 'price'
>

/** The values to compare with. */
export type ComparisonKind = 'before' | 'usual'

/**
 * A breakdown for exports and commands: the displayed columns, followed by one column per day. Names and ids are
 * unchanged, and nothing is rounded. Shares and changes are fractions of 1; the change of a share is the difference.
 * `share_of` names the denominator of the shares; `partial` is true for an incomplete value.
 *
 * @param rows - Filtered and sorted as on the screen.
 * @param comparison - The values to compare with: those of the previous period or, for a day, the usual values of its
 * weekday.
 */
export const breakdownOutput = (
  group: OutputGroup,
  rows: readonly UsageRow[],
  range: Range,
  comparison: ComparisonKind | undefined,
) => {
  const { name, value, details, columns, isOneUnit } = breakdownColumns(group, comparison)
  const readable = [
    name,
    ...(group.hasUserIds ? ['user_id'] : []),
    ...details.map(({ id }) => id),
    value,
    ...(isOneUnit ? [] : ['unit']),
    ...(rows.some(({ isPartial }) => isPartial) ? ['partial'] : []),
    ...(group.price === undefined ? [] : ['money', 'currency']),
    ...(group.shareOf === undefined ? [] : ['share', 'share_of']),
    ...(comparison === 'before' ? [`${value}_previous`, `${value}_change`] : []),
    ...(comparison === 'usual' ? ['usual', 'difference'] : []),
    ...(group.hasTokens ? ['input_tokens', 'output_tokens'] : []),
  ]
  const counts = details.filter(({ isCount }) => isCount)
  const days = daysOf(range)
  const members = [...readable, ...days]
  const toRow = (row: UsageRow): OutputRow => {
    const all: Record<string, unknown> = {
      ...row.exact.details,
      ...Object.fromEntries(counts.map(({ id }) => [id, Number(row.exact.details[id])])),
      [name]: row.exact.name,
      user_id: row.exact.userId,
      [value]: row.value,
      money: moneyOf(row.value, group.price),
      currency: group.price?.currency,
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
    // Missing values are null, so that all JSON rows have the same fields.
    return Object.fromEntries(members.map((member) => [member, all[member] ?? null]))
  }
  return {
    columns,
    /** All fields of a row in order: those of the columns, then one per day. */
    members,
    /** The fields without those of the days. */
    readable,
    rows: rows.map(toRow),
  }
}

/** The names of the name field and the value field, and the columns. */
export const breakdownColumns = (group: OutputGroup, comparison?: ComparisonKind) => {
  const name = memberNamed(group.heading)
  const value = group.counted === undefined ? 'value' : memberNamed(group.counted)
  // The shade of a row in the chart is its legend, not data.
  const details = group.details.filter(({ id }) => id !== 'shade')
  const isOneUnit = group.counted !== undefined
  const unit = { kind: group.unit, ...(!isOneUnit && { kindMember: 'unit' }) }
  const columns: BreakdownColumn[] = [
    { member: name, title: group.heading, kind: 'text' },
    ...details.map(({ id, title, isCount }) => ({
      member: id,
      title: title || 'OVER',
      kind: isCount ? ('count' as const) : ('text' as const),
    })),
    { member: value, title: group.counted ?? 'RANGE', ...unit, partialMember: 'partial' },
    ...(group.price === undefined ? [] : [{ member: 'money', title: group.price.currency, kind: 'ratio' as const }]),
    ...(group.shareOf === undefined ? [] : [{ member: 'share', title: SHARE_HEADING, kind: 'share' as const }]),
    ...(comparison === 'before'
      ? [{ member: value, title: 'CHANGE', ...unit, of: group.unit, kind: 'change' as const }]
      : []),
    ...(comparison === 'usual'
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

/** Heading for shares of the days' own totals. The rows may not add up to 100 %. */
export const SHARE_HEADING = '% ALL'

/** `MCP SERVER` becomes `mcp_server`. */
const memberNamed = (heading: string): string => heading.toLowerCase().replaceAll(' ', '_')
