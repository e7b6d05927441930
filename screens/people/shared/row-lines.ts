import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { List } from '../../kit/use-list.ts'

/** The rows of a list's window behind a cell that bears the selection. */
export const rowLines = (texts: readonly string[], { top, selected }: List, width: number, theme: Theme): string[] =>
  texts.map((text, y) =>
    top + y === selected ? theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width)) : ` ${text}`,
  )
