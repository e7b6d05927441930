import { useKeymap } from '../../../src/ui/keys/use-keys.ts'
import { columnAt, type PlacedColumn } from '../../../src/ui/layout/data-table.ts'
import { useClickArea } from '../../../src/ui/mouse/click-areas.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'

type Heading<Row> = {
  placed: readonly PlacedColumn<Row>[]
  /** Row of the body, and cells before the first column. */
  top: number
  left: number
  width: number
  /** The action of the key that sorts by a column, by the id of the column; undefined if the column has none. */
  actionOf: (id: string) => string | undefined
}

/** A click on the heading of a column acts like the key that sorts by it. */
export const useHeadingClicks = <Row>({ placed, top, left, width, actionOf }: Heading<Row>): void => {
  const keymap = useKeymap()
  const { theme } = useSession()
  const { showNotice } = useLastRow()
  const click = (cell: number) => {
    const column = columnAt(placed, cell)
    if (!column) return
    const action = actionOf(column.id)
    const actions = keymap.reachable()
    const sort = actions.find(({ binding }) => binding.action === action)
    if (sort) return sort.run()
    const other = actions.find(({ binding }) => binding.sortsBy !== undefined)?.binding.keys[0]
    if (other === undefined) showNotice('These rows have one order.')
    else showNotice(`Rows cannot be sorted by ${column.title}. Press ${other.charAt(0)} to list the orders.`)
  }
  useClickArea({ top, height: theme.isLinear ? 0 : 1, left, width: Math.max(0, width - left), click })
}
