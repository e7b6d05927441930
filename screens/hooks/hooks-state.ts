import type { HookEventName } from '../../src/contract/hooks.ts'
import { alone, filter, rowKey } from '../kit/list/list-state.ts'
import { oneOf } from '../kit/screen/screen-link.ts'
import { keyFor, linkedKey } from '../kit/screen/screen-state.ts'
import { HOOK_VIEWS, type HookView } from './hook-entries.ts'
import { EVENT_NAMES } from './hooks-keys.ts'

const view = linkedKey<HookView>('list', 'channels', oneOf(HOOK_VIEWS))

export const hooksState = {
  view,
  event: linkedKey<HookEventName>('event', 'Notification', oneOf(EVENT_NAMES)),
  filter: keyFor(view, filter),
  alone,
  row: keyFor(view, rowKey('row')),
}
