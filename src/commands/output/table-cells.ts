import { isContainer } from '../../base/json.ts'
import { type TextColumn, toTextTable } from '../../domain/output/output.ts'
import { type DeltaOptions, delta, numberOf } from '../../domain/text/delta.ts'
import { decimal, fullNumber, percent, signedNumber, UNKNOWN } from '../../domain/text/format.ts'
import { type SafeText, safeText } from '../../domain/text/safe-text.ts'
import { signsFor } from '../../domain/text/signs.ts'
import type { NumberKind } from '../../domain/usage/measure.ts'
import { joinSums, type Sum, sumOfValues } from '../../domain/usage/measure-figures.ts'
import { usualDifferenceText } from '../../domain/usage/views/units.ts'
import type { ColumnLayout, RawRow } from './row-layout.ts'

export const isNumber = (kind: ColumnLayout['kind']): boolean => kind !== 'day' && kind !== 'text'

export const cellOf = (row: RawRow, column: ColumnLayout, isAscii: boolean): SafeText => {
  const { member, otherwise, whenMissing } = column
  const direct = Object.hasOwn(row, member) ? row[member] : undefined
  const value = direct ?? (otherwise === undefined ? direct : row[otherwise])
  if (whenMissing !== undefined && (value ?? undefined) === undefined) return safeText(whenMissing)
  const unit = unitOf(row, column)
  if (column.kind === 'change')
    return changeText(numberOf(value), numberOf(row[`${member}_previous`]), { ascii: isAscii, of: unit ?? column.of })
  if (column.kind === 'difference')
    return safeText(usualDifferenceText(numberOf(value), unit ?? column.of ?? 'count', isAscii))
  if (value === null) return safeText(signsFor(isAscii).none)
  const kind = unit ?? column.kind
  const isPartial = column.partialMember !== undefined && row[column.partialMember] === true
  return isNumber(kind)
    ? safeText(markMissing(numberText(numberOf(value), kind), isPartial ? 1 : 0))
    : isContainer(value)
      ? nestedText(value)
      : safeText(value)
}

/** The kind of a row's value, if the row names it. */
const unitOf = (row: RawRow, { kindMember }: ColumnLayout): NumberKind | undefined => {
  const unit = kindMember === undefined ? undefined : row[kindMember]
  return unit === 'count' || unit === 'ratio' || unit === 'share' ? unit : undefined
}

export const numberText = (value: number | null | undefined, kind: ColumnLayout['kind']): SafeText => {
  if (kind === 'share') return safeText(percent(value))
  if (kind === 'signed') return safeText(signedNumber(value))
  return safeText(kind === 'ratio' ? decimal(value, 2) : fullNumber(value))
}

/** The change from the previous value, with its sign; empty if either is unknown. */
export const changeText = (now: number | undefined, before: number | undefined, options: DeltaOptions): SafeText => {
  const { sign, text, kind } = delta(now, before, options)
  return safeText(kind === 'unknown' ? '' : `${sign} ${text}`)
}

/** Sums rows that are added in parts, for the line of totals. Without rows there is no such line. */
export const createTotals = (columns: readonly ColumnLayout[], isAscii: boolean) => {
  const members = new Set(
    columns.flatMap(({ member, kind, isSummed }) =>
      isSummed ? (kind === 'change' ? [member, `${member}_previous`] : [member]) : [],
    ),
  )
  const sums = new Map<string, Sum>()
  const label = columns.findIndex(({ kind }) => !isNumber(kind))
  let isEmpty = true
  const sum = (member: string): Sum => sums.get(member) ?? { value: undefined, missing: 0 }
  const line = (part: string | undefined): SafeText[] =>
    columns.map(({ member, kind, isSummed }, index) => {
      if (index === label) return safeText(part === undefined ? 'total' : `total of ${part}`)
      if (!isSummed) return safeText('')
      const { value, missing } = sum(member)
      if (kind !== 'change') return safeText(markMissing(fullNumber(value), missing))
      const before = sum(`${member}_previous`)
      return safeText(markMissing(changeText(value, before.value, { ascii: isAscii }), missing + before.missing))
    })
  return {
    take: (rows: readonly RawRow[]): void => {
      isEmpty &&= rows.length === 0
      for (const member of members)
        sums.set(member, joinSums(sum(member), sumOfValues(rows.map((row) => numberOf(row[member])))))
    },
    lines: (part: string | undefined): SafeText[][] => (isEmpty ? [] : [line(part)]),
  }
}

/** Appends `?` to a number if values are missing in it. */
export const markMissing = (text: string, missing: number): string =>
  missing > 0 && text !== '' && text !== UNKNOWN ? `${text}?` : text

/**
 * A nested breakdown as one line: `opus thinking 1,204, haiku standard 88`, `cli 3, web 1`, `Go, Rust`. Shows the words
 * and the first number of each entry, in the order of the entries.
 */
const nestedText = (value: object): SafeText => {
  const entries = Array.isArray(value)
    ? value.map(entryText)
    : Object.entries(value).map(([name, part]) => `${name} ${partText(part)}`)
  return safeText(entries.join(', '))
}

const entryText = (entry: unknown): string => {
  if (!isContainer(entry)) return partText(entry)
  const parts = Object.values(entry)
  const words = parts.filter((part) => typeof part === 'string' && part !== '')
  const number = parts.find((part) => typeof part === 'number')
  return [...words, ...(number === undefined ? [] : [partText(number)])].join(' ')
}

const partText = (part: unknown): string => (typeof part === 'number' ? fullNumber(part) : String(part ?? ''))

/** Figures as a table: name, value, when compared the previous value and the change, then `more` columns. */
export const figuresTable = (
  rows: readonly (readonly SafeText[])[],
  isCompared: boolean,
  width: number | undefined,
  more: readonly TextColumn[] = [],
): string => {
  const titles = ['VALUE', ...(isCompared ? ['BEFORE', 'CHANGE'] : [])]
  const numbers = titles.map((title) => ({ title, align: 'right' }) as const)
  return toTextTable([{ title: 'FIGURE', shrinks: false }, ...numbers, ...more], rows, width)
}
