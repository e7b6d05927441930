import type { Day } from '../calendar/calendar.ts'
import { counted, dayLabel } from '../text/format.ts'

/** A line of a chart for a description in words. */
export type DescribedLine = {
  /** Name of the measure. */
  name: string
  /** One value per day; undefined for a day without data. */
  values: readonly (number | undefined)[]
  labels: readonly Day[]
  /** Unusual days, by index. @default none */
  marks?: readonly boolean[]
  /** Formats a value. */
  text: (value: number) => string
}

/**
 * Describes a chart in one line:
 * `web, 07 Nov Sat to 09 Nov Mon: lowest 1 on 08 Nov Sun, highest 9 on 09 Nov Mon, last 9 on 09 Nov Mon; nothing unusual`
 */
export const describeChart = ({ name, values, labels, marks = [], text }: DescribedLine): string => {
  const known = labels.flatMap((day, at) => {
    const value = values[at]
    return value === undefined ? [] : [{ day, value, isMarked: marks[at] ?? false }]
  })
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return `${name}: no data.`
  const lowest = known.reduce((a, b) => (b.value < a.value ? b : a))
  const highest = known.reduce((a, b) => (b.value > a.value ? b : a))
  const describe = ({ day, value }: { day: Day; value: number }) => `${text(value)} on ${dayLabel(day)}`
  const gaps = labels.length - known.length
  const range = `${dayLabel(labels[0] ?? first.day)} to ${dayLabel(labels.at(-1) ?? last.day)}`
  const unusual = known.filter(({ isMarked }) => isMarked).map(({ day }) => dayLabel(day))
  return [
    `${name}, ${range}: lowest ${describe(lowest)}, highest ${describe(highest)}, last ${describe(last)}`,
    ...(gaps > 0 ? [`${counted(gaps, 'day')} without data`] : []),
    unusual.length > 0 ? `unusual: ${unusual.join(', ')}` : 'nothing unusual',
  ].join('; ')
}
