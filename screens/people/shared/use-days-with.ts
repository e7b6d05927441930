import { useEffect, useMemo } from 'react'
import { addDays, type Day, EARLIEST_DAY, lengthOf, type Range } from '../../../src/domain/calendar/calendar.ts'
import { comparisonFor } from '../../../src/domain/overview/overview-figures.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useRange } from '../../kit/session/use-range.ts'
import type { ShownDays } from './use-people.ts'

/**
 * The chosen days, or, where the day that a screen was opened at is none of them, as many that end with it. Days that are
 * chosen afterwards count again.
 *
 * @param day - Undefined: the chosen days.
 */
export const useDaysWith = (day: Day | undefined): ShownDays => {
  const chosen = useRange()
  const { range, previous } = chosen
  const [opened, setOpened] = useScreenState<Range | undefined>('opened range', undefined)
  useEffect(() => {
    if (opened === undefined) setOpened(range)
  }, [opened, setOpened, range])
  const isOutside = day !== undefined && (day < range.from || day > range.to)
  const isMoved = isOutside && (opened?.from ?? range.from) === range.from && (opened?.to ?? range.to) === range.to
  const isComparing = previous !== undefined
  const moved = useMemo(() => {
    if (!isMoved) return undefined
    const around = daysUntil(day, lengthOf(range))
    return { range: around, previous: isComparing ? comparisonFor(around) : undefined }
  }, [isMoved, day, range, isComparing])
  if (!moved) return { ...chosen, isMoved: false }
  return { ...chosen, ...moved, arguments: `--from ${moved.range.from} --to ${moved.range.to}`, isMoved: true }
}

const daysUntil = (to: Day, count: number): Range => {
  const from = addDays(to, 1 - count)
  return { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, to }
}
