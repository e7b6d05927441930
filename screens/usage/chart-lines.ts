import type { BarChart, ChartRole } from '../../src/domain/bar-chart.ts'
import type { Theme } from '../../src/ui/theme.ts'

/** A chart in the theme's styles: bars and marks come forward, all else steps back. */
export const chartLines = (chart: BarChart, theme: Theme): string[] => {
  const paints: Record<ChartRole, (text: string) => string> = {
    axis: theme.muted,
    bar: theme.accent,
    ghost: theme.muted,
    mark: theme.warn,
    label: theme.muted,
    selected: theme.strong,
  }
  return chart.rows.map((row) => row.map(({ text, role }) => paints[role](text)).join(''))
}
