import { truncate } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'

/** Max cells of the hint for Enter, because the other hints need room too. */
const MAX_CELLS = 14

/**
 * Replaces the hint of Enter with what it does on the selected row. A text field keeps its own hint, because there
 * Enter applies to the typed text.
 *
 * @param enter - Untrusted text is allowed; undefined: Enter does nothing, and has no hint.
 */
export const withEnter = (hints: readonly Binding[], enter: string | undefined): readonly Binding[] =>
  hints.map((binding) => {
    if (!binding.hint || !binding.keys.includes('Enter') || binding.action === 'keepFilter') return binding
    const { hint: _, ...unhinted } = binding
    return enter === undefined ? unhinted : { ...binding, hint: truncate(safeText(enter), MAX_CELLS) }
  })

/** What Enter does with a part that can be folded. */
export const foldLabel = (isOpen: boolean): string => (isOpen ? 'fold' : 'unfold')

/** A short name of a person: the part of an e-mail address before the host. */
export const personLabel = (name: string): string => name.replace(/(?<=.)@.*$/s, '')

/** What Enter shows of a revision: its diff, or all its settings if the revision before is unknown. */
export const changesLabel = (revision: number, hasBefore: boolean): string =>
  hasBefore ? `diff of ${revision}` : `settings ${revision}`
