import type { HookEventName } from '../../src/contract/hooks.ts'
import type { Binding } from '../../src/ui/keys/bindings.ts'
import { detailKeys } from '../kit/detail/use-detail.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { backHint, filterKey } from '../kit/list/list-screen-keys.ts'
import { alone, filter, rowKey } from '../kit/list/list-state.ts'
import { listKeys } from '../kit/list/use-list.ts'
import { oneOf } from '../kit/screen/screen-link.ts'
import { keyFor, linkedKey } from '../kit/screen/screen-state.ts'
import { HOOK_VIEWS, type HookView } from './hook-entries.ts'

/**
 * Events in the order in which they are tested. Events that notify without a rule come first. The names are repeated
 * here because the first frame must not load the contract.
 */
const order: Record<HookEventName, number> = {
  Notification: 0,
  Stop: 1,
  SessionEnd: 2,
  SubagentStop: 3,
  SessionStart: 4,
  UserPromptSubmit: 5,
  PreToolUse: 6,
  PostToolUse: 7,
  PreCompact: 8,
}

export const EVENT_NAMES = (Object.keys(order) as HookEventName[]).sort((a, b) => order[a] - order[b])

export const hooksKeys = [
  ...listKeys,
  { keys: ['Tab'], action: 'nextView', help: 'channels, decisions or rules', group: 'Shape', hint: 'view' },
  { keys: ['S-Tab'], action: 'previousView', help: 'previous view', group: 'Shape' },
  { keys: ['Enter'], action: 'detail', help: 'details full screen or with the list', group: 'Go', hint: 'detail' },
  ...detailKeys,
  { keys: ['n'], action: 'nextEvent', help: 'test the next event', group: 'Shape', hint: 'event' },
  { keys: ['N'], action: 'previousEvent', help: 'test the previous event', group: 'Shape' },
  { keys: ['a'], action: 'actions', help: 'send a test, install the hooks', group: 'Act', hint: 'actions' },
  filterKey('filter: event=Stop status=failed channel=team'),
  { keys: ['y y'], action: 'copyRow', help: 'copy the row', group: 'Act', hint: 'copy', hintKey: 'y' },
  { keys: ['y j'], action: 'copyDetail', help: 'copy the details', group: 'Act' },
  ...exportKeys,
] as const satisfies readonly Binding[]

/** The hints of this screen, including those of keys that work everywhere. */
export const hooksHints: readonly Binding[] = [
  ...hooksKeys,
  { keys: ['?'], action: 'help', help: 'this help', group: 'Go', hint: 'keys' },
  backHint,
]

const view = linkedKey<HookView>('list', 'channels', oneOf(HOOK_VIEWS))

export const hooksState = {
  view,
  event: linkedKey<HookEventName>('event', 'Notification', oneOf(EVENT_NAMES)),
  filter: keyFor(view, filter),
  alone,
  row: keyFor(view, rowKey('row')),
}
