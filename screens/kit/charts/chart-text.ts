import type { ChartRole } from '../../../src/domain/charts/cell-grid.ts'
import type { Chart } from '../../../src/domain/charts/chart-frame.ts'
import type { Delta } from '../../../src/domain/text/delta.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { oneOf } from '../screen/screen-link.ts'
import { linkedKey, type StateKey, useScreenState } from '../screen/screen-state.ts'

/**
 * A change with its sign, `▲ 18.2 %`; `=` for none, and nothing where there is nothing to compare with.
 *
 * @param isPartial - Whether days are missing in one of the two values: a `?` says so.
 */
export const changeText = (change: Delta | undefined, { signs }: Theme, isPartial = false): string => {
  if (!change || change.kind === 'unknown') return ''
  const mark = isPartial ? '?' : ''
  if (change.kind === 'same') return `=${mark}`
  return `${change.kind === 'up' || change.kind === 'new' ? signs.up : signs.down} ${change.text}${mark}`
}

/** A chart in the theme's styles: bars and marks come forward, all else steps back. */
export const chartLines = (chart: Chart, theme: Theme): string[] => {
  const paints: Record<ChartRole, (text: string) => string> = {
    axis: theme.muted,
    bar: theme.accent,
    second: asItIs,
    third: theme.muted,
    ghost: theme.muted,
    mark: theme.warn,
    label: theme.muted,
    selected: theme.strong,
  }
  return chart.rows.map((row) => row.map(({ text, role }) => paints[role](text)).join(''))
}

const asItIs = (text: string): string => text

/** What the courses of a column are scaled by: the highest of all rows, or each row's own. */
export type CourseScale = 'column' | 'row'

export const courseScale = linkedKey<CourseScale>('scale', 'column', oneOf(['column', 'row']))

export const courseKeys = [
  { keys: ['z r'], action: 'courseScale', help: 'scale sparklines by column or row', group: 'Shape' },
] as const

/** The scale of a screen's courses, and what `z r` does. */
export const useCourseScale = (key: StateKey<CourseScale>): { by: CourseScale; toggle: () => void } => {
  const [by, setBy] = useScreenState(key)
  return { by, toggle: () => setBy(by === 'column' ? 'row' : 'column') }
}

/** The heading of courses over so many days, which says where they cannot be compared with each other. */
export const courseHeading = (days: number, by: CourseScale): string =>
  `${days === 1 ? '1 DAY' : `${days} DAYS`}${by === 'row' ? ' BY ROW' : ''}`
