import { truncate } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'

/** Cells that the hint of Enter may have: the other hints need room as well. */
const MAX_CELLS = 14

/**
 * Hints in which Enter says what it does on the selected row, in place of what it does on rows of this kind. A text field keeps its
 * own words: there Enter is about what was typed.
 *
 * @param enter - Foreign text allowed; undefined: it does nothing, and no hint says otherwise.
 */
export const withEnter = (hints: readonly Binding[], enter: string | undefined): readonly Binding[] =>
  hints.map((binding) => {
    if (!binding.hint || !binding.keys.includes('Enter') || binding.action === 'take') return binding
    const { hint: _, ...unhinted } = binding
    return enter === undefined ? unhinted : { ...binding, hint: truncate(safeText(enter), MAX_CELLS) }
  })

/** What Enter does with a part that can be folded. */
export const foldWord = (isOpen: boolean): string => (isOpen ? 'fold' : 'unfold')

/** A person in few cells: of an e-mail address what stands before the host. */
export const personWord = (name: string): string => name.replace(/(?<=.)@.*$/s, '')

/** What Enter shows of a revision; of one whose predecessor is not known, all that it holds. */
export const changesWord = (revision: number, hasBefore: boolean): string =>
  hasBefore ? `diff of ${revision}` : `settings ${revision}`
