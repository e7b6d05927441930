import type { Binding } from '../../../src/ui/keys/bindings.ts'

/** The keys of a value as a folded tree, in addition to those of a list. */
export const foldKeys = [
  { keys: ['Enter'], action: 'turn', help: 'fold or unfold', group: 'Go', hint: 'fold' },
  { keys: ['h', 'Left'], action: 'fold', inside: 'fold', group: 'Move' },
  { keys: ['l', 'Right'], action: 'unfold', inside: 'unfold', group: 'Move' },
  { keys: ['z a'], action: 'foldOrUnfold', inside: 'fold or unfold all', group: 'Shape' },
] as const satisfies readonly Binding[]
