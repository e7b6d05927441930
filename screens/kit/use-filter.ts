import { truncate } from '../../src/domain/text/fit.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { type Binding, noKeys } from '../../src/ui/keys/bindings.ts'
import { edit, insert, type Line, lineOf, textOf } from '../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { fieldText } from '../../src/ui/layout/field-text.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { rule } from './frame.ts'
import { useScreenState } from './screen-state.ts'

export type Filter = {
  /** What rows must hold now, while it is being typed too; empty: all rows. */
  text: string
  isActive: boolean
  /** The keys it hears while it is being typed. */
  fieldKeys: readonly Binding[] | undefined
  /** Begins or goes on typing. */
  open(): void
  /**
   * The row above a list: the filter with how many rows it leaves, or a rule where there is none. What is wrong with the
   * filter, in one sentence, takes the place of the count.
   */
  divider(shown: number, all: number, width: number, theme: Theme, problem?: string): string
}

/**
 * A filter of a list, kept while its screen is not shown. Its keys are heard only while there is one.
 *
 * @param key - What it is kept under: another list of the same screen needs another.
 */
export const useFilter = (key = 'filter'): Filter => {
  const [taken, setTaken] = useScreenState(key, '')
  const [field, setField] = useScreenState<Line | undefined>(`${key}:field`, undefined)
  useKeys(
    field ? fieldKeys : taken ? takenKeys : noKeys,
    {
      take: () => {
        setTaken(field ? textOf(field).trim() : '')
        setField(undefined)
      },
      clear: () => {
        setTaken('')
        setField(undefined)
      },
    },
    {
      kind: 'field',
      type: (key) => {
        const next = field && edit(field, key)
        if (next) setField(next)
        return next !== undefined
      },
      ...(field && { paste: (text: string) => setField(insert(field, text)) }),
    },
  )
  return {
    text: field ? textOf(field) : taken,
    isActive: field !== undefined || taken !== '',
    fieldKeys: field && fieldKeys,
    open: () => setField(lineOf(taken)),
    divider(shown, all, width, theme, problem) {
      if (!field && taken === '') return rule(width, theme)
      // What has been typed is worth more than all that is said of it.
      const said =
        problem === undefined
          ? `${fullNumber(shown)} of ${fullNumber(all)}${field ? '' : ', Esc shows all'}`
          : safeText(problem)
      const told = truncate(said, Math.floor(width * 0.6))
      const cells = width - textWidth(told) - 6
      const text = field ? fieldText(field, cells, theme) : truncate(safeText(taken), cells)
      return ` ${theme.accent('/')} ${text}  ${(problem === undefined ? theme.muted : theme.warn)(told)}`
    },
  }
}

const fieldKeys = [
  { keys: ['Enter'], action: 'take', help: 'keep the filter', group: 'Find', hint: 'keep the filter' },
  { keys: ['Esc', '^c'], action: 'clear', help: 'show all rows', group: 'Find', hint: 'show all rows' },
] as const satisfies readonly Binding[]
// While a filter holds, going back clears it first.
const takenKeys = [
  { keys: ['Esc', 'q'], action: 'clear', help: 'show all rows', group: 'Find' },
] as const satisfies readonly Binding[]
