import { filter, oneOf, selectedRow, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'
import { EVENT_NAMES } from './list/event-names.ts'
import { HOOK_VIEWS } from './list/hook-entries.ts'

const members: Members = {
  list: { ...oneOf(HOOK_VIEWS), key: 'view' },
  event: { ...oneOf(EVENT_NAMES), key: 'event' },
  filter: { ...filter, key: (state) => `filter:${state.get('view') ?? HOOK_VIEWS[0]}` },
  detail: { ...yesOrNo, key: 'alone' },
  row: { ...selectedRow, key: (state) => `row:${state.get('view') ?? HOOK_VIEWS[0]}` },
}

export const hooksLink: ScreenLink = { path: 'list', statesOf: (_target, state) => [{ state, members }] }
