import { COMPUTER_SORTS } from '../../src/domain/computers/computer-list.ts'
import { filter, order, selectedRow, yesOrNo } from '../kit/links/members.ts'
import type { Members, ScreenLink } from '../kit/links/screen-link.ts'

const members: Members = {
  computer: { ...selectedRow, key: 'row' },
  sort: { ...order('by', COMPUTER_SORTS), key: 'sort' },
  filter,
  detail: { ...yesOrNo, key: 'alone' },
}

export const computersLink: ScreenLink = { path: 'computer', statesOf: (_target, state) => [{ state, members }] }
