import { rowKey } from '../kit/list/list-state.ts'
import { oneOf, yesOrNo } from '../kit/screen/screen-link.ts'
import { linkedKey, localKey } from '../kit/screen/screen-state.ts'
import { PANES, type PaneName } from './layout.ts'

export const overviewState = {
  pane: linkedKey<PaneName>('pane', 'attention', oneOf(PANES)),
  stopped: linkedKey('stopped', false, yesOrNo),
  item: rowKey('item', true),
  repository: rowKey('repository-row'),
  revision: rowKey('revision-row'),
  explained: localKey<string | undefined>('explained', undefined, 'the w key shows the explanation again'),
  muted: localKey('muted', false, 'each user mutes different items'),
}
