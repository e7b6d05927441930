import type { Theme } from '../../../src/ui/layout/theme.ts'

/** The title of a view in a row of all views, joined without spaces. The shown one is in brackets. */
export const tabText = (title: string, isShown: boolean, theme: Theme): string => {
  if (theme.isLinear) return ` ${title}${isShown ? ' chosen' : ''}  `
  return isShown ? theme.accent(`[${title}]`) : theme.muted(` ${title} `)
}
