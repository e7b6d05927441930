import { oneOf, selectedRow, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'
import { PANES } from './layout.ts'

const members: Members = {
  pane: { ...oneOf(PANES), key: 'pane' },
  stopped: { ...yesOrNo, key: 'stopped' },
  item: { ...selectedRow, key: 'attention', isPersonal: true },
  'repository-row': { ...selectedRow, key: 'repository' },
  'revision-row': { ...selectedRow, key: 'revision' },
}

export const overviewLink: ScreenLink = { statesOf: (_target, state) => [{ state, members }] }
