import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../detail/detail-keys.ts'
import { exportKeys } from '../export/exports.ts'
import { listKeys } from './use-list.ts'

const actionKeys = [
  { keys: ['a'], action: 'actions', help: 'choose what to do with the row', group: 'Act', hint: 'actions' },
  { keys: ['A'], action: 'add', help: 'add an id that the server lists nowhere', group: 'Act', hint: 'add' },
] as const satisfies readonly Binding[]

const moveKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'detail', help: 'the detail alone, or with the list', group: 'Go', hint: 'detail' },
  ...detailKeys,
] as const satisfies readonly Binding[]

const findKeys = [
  { keys: ['/'], action: 'filter', help: 'filter by names and texts', group: 'Find', hint: 'filter' },
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy what the server told, as JSON', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The keys of a screen of one list, besides those that sort it. */
export const listScreenKeys = [...moveKeys, ...findKeys] as const

/** The same of a list whose rows can be changed, and to which ids are added. */
export const managementKeys = [...moveKeys, ...actionKeys, ...findKeys] as const
