import { axisNumber } from '../../charts/chart-frame.ts'
import { decimal, fullNumber, percent, signedNumber } from '../../text/format.ts'
import { signsFor } from '../../text/signs.ts'
import type { NumberKind } from '../measure.ts'

type Value = number | undefined

/** A full value: counts with grouped thousands, means of counts and ratios with one decimal, shares in percent. */
export const unitText = (value: Value, unit: NumberKind): string => {
  if (unit === 'share') return percent(value)
  if (unit === 'ratio' || (value !== undefined && !Number.isInteger(value))) return decimal(value, 1)
  return fullNumber(value)
}

/** A difference with its sign, in the unit; in points for shares. */
export const differenceText = (value: number, unit: NumberKind): string => {
  if (unit === 'share') return `${value > 0 ? '+' : ''}${decimal(value * 100, 1)} pt`
  if (unit === 'ratio') return `${value > 0 ? '+' : ''}${decimal(value, 1)}`
  // The difference from a median may end in .5, which matters for small values.
  return signedNumber(Math.abs(value) < 10 ? Number(value.toFixed(1)) : Math.round(value))
}

/** A difference from the usual value in the format of a change: `▲ 1,893`, in points for shares; empty if unknown. */
export const usualDifferenceText = (difference: Value, unit: NumberKind, isAscii: boolean): string => {
  const signs = signsFor(isAscii)
  if (difference === undefined) return ''
  if (difference === 0) return signs.same
  const text = differenceText(Math.abs(difference), unit).replace('+', '')
  return `${difference > 0 ? signs.up : signs.down} ${text}`
}

/** The format of a chart's axis. */
export const axisOf = (unit: NumberKind): ((value: number) => string) =>
  unit === 'share' ? (value) => `${Number((value * 100).toFixed(1))} %` : axisNumber
