import { COMPUTER_SORTS } from '../../src/domain/computers/computer-list.ts'
import { alone, filter, rowKey, sortKey } from '../kit/list/list-state.ts'

export const computersState = { row: rowKey('computer'), sort: sortKey(COMPUTER_SORTS), filter, alone }
