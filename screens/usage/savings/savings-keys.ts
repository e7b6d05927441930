import type { Binding } from '../../../src/ui/keys/bindings.ts'
import { detailKeys } from '../../kit/detail/use-detail.ts'
import { exportKeys } from '../../kit/export/exports.ts'
import { filterKey } from '../../kit/list/list-screen-keys.ts'
import { listKeys } from '../../kit/list/use-list.ts'

/** The keys of savings. */
export const savingsKeys = [
  ...listKeys,
  { keys: ['Tab'], action: 'nextView', help: 'next view', group: 'Move', hint: 'view' },
  { keys: ['S-Tab'], action: 'previousView', help: 'previous view', group: 'Move' },
  { keys: ['Enter'], action: 'enter', inside: 'list what a rule found, or open it', group: 'Go', hint: 'open' },
  filterKey('filter by names and figures'),
  ...detailKeys,
  { keys: ['y y'], action: 'copyRow', inside: 'copy the row', group: 'Act' },
  { keys: ['y j'], action: 'copyJson', inside: 'copy the row as JSON', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]
