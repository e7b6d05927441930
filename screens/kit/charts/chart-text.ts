import type { ChartRole } from '../../../src/domain/charts/cell-grid.ts'
import type { Chart } from '../../../src/domain/charts/chart-frame.ts'
import type { Delta } from '../../../src/domain/text/delta.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { oneOf } from '../screen/screen-link.ts'
import { linkedKey, type StateKey, useScreenState } from '../screen/screen-state.ts'
import { useLastRow } from '../session/use-last-row.ts'

/**
 * A change with its sign, `▲ 18.2 %`; `=` for no change; empty if there is nothing to compare with.
 *
 * @param isPartial - Whether days are missing in either value, which adds a `?`.
 */
export const changeText = (change: Delta | undefined, { signs }: Theme, isPartial = false): string => {
  if (!change || change.kind === 'unknown') return ''
  const mark = isPartial ? '?' : ''
  if (change.kind === 'same') return `=${mark}`
  return `${change.kind === 'up' || change.kind === 'new' ? signs.up : signs.down} ${change.text}${mark}`
}

/** A chart in the theme's styles: bars and marks are emphasized, axes and labels are muted. */
export const chartLines = (chart: Chart, theme: Theme): string[] => {
  const paints: Record<ChartRole, (text: string) => string> = {
    axis: theme.muted,
    bar: theme.accent,
    second: unstyled,
    third: theme.muted,
    ghost: theme.muted,
    mark: theme.warn,
    label: theme.muted,
    selected: theme.strong,
  }
  return chart.rows.map((row) => row.map(({ text, role }) => paints[role](text)).join(''))
}

const unstyled = (text: string): string => text

/** What sparklines are scaled by: the maximum of all rows, or the maximum of each row. */
export type SparklineScale = 'column' | 'row'

export const sparklineScale = linkedKey<SparklineScale>('scale', 'row', oneOf(['column', 'row']))

export const sparklineKeys = [
  { keys: ['z r'], action: 'sparklineScale', help: 'scale sparklines by column or row', group: 'Shape' },
] as const

/** The sparkline scale of a screen, and the handler of `z r`. */
export const useSparklineScale = (key: StateKey<SparklineScale>): { by: SparklineScale; toggle: () => void } => {
  const { showNotice } = useLastRow()
  const [by, setBy] = useScreenState(key)
  return {
    by,
    toggle() {
      setBy(by === 'column' ? 'row' : 'column')
      showNotice(by === 'column' ? 'Each sparkline has its own scale.' : 'All sparklines have one scale.')
    },
  }
}

/** What sparklines are scaled by, for the heading of a column with room for it. */
export const scaleWords: Readonly<Record<SparklineScale, string>> = { row: 'OWN SCALE', column: 'ONE SCALE' }

/** The headings of a column of sparklines over `days` days, without and with their scale. */
export const sparklineHeading = (days: number, by: SparklineScale) => {
  // A single bar has no scale to speak of.
  const title = days === 1 ? '1 DAY' : `${days} DAYS`
  return { title, wideTitle: days === 1 ? title : `${title}, ${scaleWords[by]}` }
}
