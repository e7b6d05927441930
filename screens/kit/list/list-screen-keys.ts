import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../detail/use-detail.ts'
import { exportKeys } from '../export/exports.ts'
import { listKeys } from './use-list.ts'

/** The keys of a list whose rows can be changed, and to which ids are added. */
export const managementKeys = [
  { keys: ['a'], action: 'actions', help: 'choose what to do with the row', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id that the server lists nowhere', group: 'Act', hint: 'add' },
] as const satisfies readonly Binding[]

/** The keys that move in a list with a detail. */
export const listMoveKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'detail', help: 'the detail alone, or with the list', group: 'Go', hint: 'detail' },
  ...detailKeys,
] as const satisfies readonly Binding[]

/** The keys that filter, copy and export the rows of a list. */
export const listRowKeys = [
  { keys: ['/'], action: 'filter', help: 'filter by names and texts', group: 'Find', hint: 'filter' },
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy what the server told, as JSON', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]
