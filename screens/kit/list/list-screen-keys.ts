import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../detail/use-detail.ts'
import { exportKeys } from '../export/exports.ts'
import { listKeys } from './use-list.ts'

/** The keys of a list whose rows can be changed and to which ids can be added. */
export const managementKeys = [
  { keys: ['a'], action: 'actions', help: 'actions for the row', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id the server cannot list', group: 'Act', hint: 'add' },
] as const satisfies readonly Binding[]

/** The keys that move in a list with a detail. */
export const listMoveKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'detail', help: 'details full screen or with the list', group: 'Go', hint: 'detail' },
  ...detailKeys,
] as const satisfies readonly Binding[]

/** The key that filters rows. @param inside - Its help inside an inner view of the screen. */
export const filterKey = (help: string, inside?: string) =>
  ({ keys: ['/'], action: 'filter', help, inside, group: 'Find', hint: 'filter' }) as const satisfies Binding

/** The key that cycles through the quick filters of a list. */
export const quickKey = (words: Pick<Binding, 'help' | 'inside'>, hint: string) =>
  ({ keys: ['f'], action: 'quick', ...words, group: 'Shape', hint }) as const satisfies Binding

/** The keys that filter, copy and export the rows of a list. */
export const listRowKeys = [
  filterKey('filter by names and texts'),
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy the server response as JSON', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The hint of the key that leaves a level, for views that replace the default hints. */
export const backHint = {
  keys: ['q'],
  action: 'back',
  help: 'up one level',
  group: 'Go',
  hint: 'back',
} as const satisfies Binding

/** The keys of a value as a folded tree, in addition to those of a list. */
export const foldKeys = [
  { keys: ['Enter'], action: 'toggleFold', help: 'fold or unfold', group: 'Go', hint: 'fold' },
  { keys: ['h', 'Left'], action: 'fold', inside: 'fold', group: 'Move' },
  { keys: ['l', 'Right'], action: 'unfold', inside: 'unfold', group: 'Move' },
  { keys: ['z a'], action: 'foldOrUnfold', inside: 'fold or unfold all', group: 'Shape' },
] as const satisfies readonly Binding[]
