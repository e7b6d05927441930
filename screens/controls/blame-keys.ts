import type { Binding } from '../../src/ui/bindings.ts'
import { listKeys } from '../list.ts'
import { leave } from './shared-keys.ts'

/** The keys of who changed a path. */
export const blameKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'changes', help: 'what the revision changed', group: 'Go', hint: 'changes' },
  leave,
] as const satisfies readonly Binding[]
