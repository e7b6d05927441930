import type { Binding } from '../../src/ui/keys/bindings.ts'
import { detailKeys } from '../kit/detail/use-detail.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { filterKey } from '../kit/list/list-screen-keys.ts'
import { filter, rowKey, sortKey } from '../kit/list/list-state.ts'
import { listKeys } from '../kit/list/use-list.ts'

export const liveKeys = [
  ...listKeys,
  { keys: ['Enter'], action: 'person', help: 'open the user', group: 'Go', hint: 'person' },
  filterKey('filter by names and figures'),
  { keys: ['s s'], action: 'sort:seen', sortsBy: 'last seen', group: 'Shape', hint: 'sort', hintKey: 's' },
  { keys: ['s t'], action: 'sort:tools', sortsBy: 'tool calls', group: 'Shape' },
  { keys: ['s e'], action: 'sort:sessions', sortsBy: 'sessions', group: 'Shape' },
  { keys: ['s n'], action: 'sort:name', sortsBy: 'name', group: 'Shape' },
  ...detailKeys,
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act' },
  { keys: ['y i'], action: 'copyId', help: 'copy the id of the user', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', help: 'copy the user as JSON', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The orders of liveSorts, whose module is not loaded before the first frame. */
const LIVE_SORTS = ['seen', 'tools', 'sessions', 'name'] as const

export const liveState = { sort: sortKey(LIVE_SORTS), filter, row: rowKey('row', true) }
