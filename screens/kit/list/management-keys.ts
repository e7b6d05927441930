import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../detail/detail-keys.ts'
import { exportKeys } from '../export/exports.ts'
import { listKeys } from './use-list.ts'

/** The keys of a list of what administrators change, besides those that sort it. */
export const managementKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'detail', help: 'the detail alone, or with the list', group: 'Go', hint: 'detail' },
  ...detailKeys,
  { keys: ['a'], action: 'actions', help: 'choose what to do with the row', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id that the server lists nowhere', group: 'Act', hint: 'add' },
  { keys: ['/'], action: 'filter', help: 'filter by names and texts', group: 'Find', hint: 'filter' },
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy what the server told, as JSON', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The hints of keys of all screens that such a list has a use for, as it has no range. */
export const managementHints = [
  { keys: ['r'], action: 'refresh', help: 'ask again for what is stale', group: 'Act', hint: 'refresh' },
  { keys: ['?'], action: 'help', help: 'this help', group: 'Go', hint: 'keys' },
  { keys: ['q'], action: 'back', help: 'back, or quit', group: 'Go', hint: 'back' },
] as const satisfies readonly Binding[]
