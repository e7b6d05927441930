import { anyText, order, selectedRow, yesOrNo } from '../screen/screen-link.ts'
import { linkedKey, type StateKey } from '../screen/screen-state.ts'
import { atFirstRow, type RowKey } from './use-list.ts'

export type Order<By extends string> = { by: By; isDescending: boolean }

/** The state of a screen of one list, see `useListScreen`. */
export type ListScreenState<By extends string, Quick extends string> = {
  row: RowKey
  /** @default it has no quick filter */
  quick?: StateKey<Quick>
  /** Undefined: the initial order of the list. @default it has one order */
  sort?: StateKey<Order<By> | undefined>
  filter: StateKey<string>
  /** Whether the detail is shown alone. @default it never is */
  alone?: StateKey<boolean>
}

/** The selected row of a list. */
export const rowKey = (name: string, isPersonal = false): RowKey =>
  linkedKey(name, atFirstRow, selectedRow, { isPersonal, isCursor: true })

export const sortKey = <By extends string>(sorts: readonly By[]): StateKey<Order<By> | undefined> =>
  linkedKey<Order<By> | undefined>('sort', undefined, order('by', sorts))

export const alone = linkedKey('detail', false, yesOrNo)

/** The filter of a list. */
export const filter = linkedKey('filter', '', anyText, { isPersonal: true })
