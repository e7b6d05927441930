import type { Binding } from '../../../src/ui/keys/bindings.ts'

/** The keys of a detail beside or below a list. */
export const detailKeys = [
  {
    keys: ['J'],
    action: 'scrollDown',
    inside: 'scroll the detail down',
    group: 'Move',
    hint: 'scroll',
    hintKey: 'J/K',
  },
  { keys: ['K'], action: 'scrollUp', inside: 'scroll the detail up', group: 'Move' },
] as const satisfies readonly Binding[]
