import { SIGN_ROWS, type SignName } from '../../../src/domain/text/signs.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

const names = Object.keys(SIGN_ROWS) as SignName[]
const CELLS = Math.max(...names.map((name) => textWidth(SIGN_ROWS[name].means))) + 5

/** All signs with their meanings, side by side. For screen readers there are none: they are words. */
export const signLines = (width: number, theme: Theme): string[] => {
  if (theme.isLinear) return []
  const columns = Math.max(1, Math.floor((width - 2) / CELLS))
  const height = Math.ceil(names.length / columns)
  const lines = Array.from({ length: height }, () => '')
  for (const [at, name] of names.entries())
    lines[at % height] += padStyled(`${theme.accent(theme.signs[name])} ${SIGN_ROWS[name].means}`, CELLS)
  return lines.map((line) => line.trimEnd())
}
