import type { Binding } from '../../src/ui/keys/bindings.ts'
import { exportKeys } from '../kit/export/exports.ts'
import { rowKey } from '../kit/list/list-state.ts'
import { listKeys } from '../kit/list/use-list.ts'
import { oneOf, yesOrNo } from '../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../kit/screen/screen-state.ts'
import { PANES, type PaneName } from './layout.ts'

// The hint for export doesn't fit next to those of ? and q in a narrow window; help lists the key.
const [{ hint: _, ...exportKey }, ...readKeys] = exportKeys

export const overviewKeys = [
  ...listKeys,
  { keys: ['Tab'], action: 'nextPane', help: 'next list', group: 'Move', hint: 'list' },
  { keys: ['S-Tab'], action: 'previousPane', help: 'previous list', group: 'Move' },
  {
    keys: ['Enter'],
    action: 'open',
    help: 'open the selected row',
    group: 'Go',
    hint: 'open',
  },
  { keys: ['w'], action: 'why', help: 'explain the item', group: 'Shape', hint: 'why' },
  { keys: ['u'], action: 'mute', help: 'mute the item for a week, or unmute', group: 'Act', hint: 'mute' },
  { keys: ['U'], action: 'muted', help: 'show or hide muted items', group: 'Shape' },
  exportKey,
  ...readKeys,
] as const satisfies readonly Binding[]

export const overviewState = {
  pane: linkedKey<PaneName>('pane', 'attention', oneOf(PANES)),
  stopped: linkedKey('stopped', false, yesOrNo),
  item: rowKey('item', true),
  repository: rowKey('repository-row'),
  revision: rowKey('revision-row'),
  explained: localKey<string | undefined>('explained', undefined, 'the w key shows the explanation again'),
  muted: localKey('muted', false, 'each user mutes different items'),
}
