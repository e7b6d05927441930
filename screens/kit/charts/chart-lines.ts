import type { ChartRole } from '../../../src/domain/charts/bar-chart.ts'
import type { Chart } from '../../../src/domain/charts/chart-frame.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

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
