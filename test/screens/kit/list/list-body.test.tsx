import { expect, onTestFinished, test } from 'vitest'
import { ListBody } from '../../../../screens/kit/list/list-body.tsx'
import { rowKey } from '../../../../screens/kit/list/list-state.ts'
import { type List, useList, useSelected } from '../../../../screens/kit/list/use-list.ts'
import { OverlayContext } from '../../../../src/ui/layout/rows.tsx'
import { type Signal, useSignal } from '../../../../src/ui/layout/signal.ts'
import { drawn, openTerminal } from '../../../helpers/terminal.tsx'

const ids = Array.from({ length: 9 }, (_, index) => `row ${index + 1}`)

/** A screen of five rows, in blocks of three. */
const openList = async () => {
  const seen = { block: 0, list: undefined as unknown as List }
  const Screen = () => {
    const list = useList(rowKey('row'), ids, 5)
    seen.block = useSelected(list, (selected) => Math.floor(selected / 3))
    seen.list = list
    const lines = () =>
      ids.slice(list.top, list.top + 5).map((id, y) => (list.top + y === list.selected ? `> ${id}` : id))
    return <ListBody list={list} height={5} lines={lines} />
  }
  const terminal = openTerminal({ columns: 40, rows: 10 })
  terminal.draw(<Screen />)
  onTestFinished(terminal.unmount)
  await drawn()
  return { terminal, seen }
}

test('the body shows the selected row after each move and redraws its dependents', async () => {
  const { terminal, seen } = await openList()
  seen.list.move(1)
  expect(seen.list.selected).toBe(1)
  seen.list.moveTo(6)
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['row 3', 'row 4', 'row 5', 'row 6', '> row 7'])
  expect(seen.block).toBe(2)
  seen.list.select('row 1')
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['> row 1', 'row 2', 'row 3', 'row 4', 'row 5'])
})

test('an overlay and the rows below it change independently', async () => {
  const seen = { list: undefined as unknown as List, over: undefined as unknown as Signal<string> }
  const Screen = () => {
    const list = useList(rowKey('row beneath'), ids, 5)
    const over = useSignal('popup')
    Object.assign(seen, { list, over })
    const lines = () => ids.map((id, index) => (index === list.selected ? `> ${id}` : id))
    return (
      <OverlayContext value={{ lines: () => [over.get()], changes: over.subscribe }}>
        <ListBody list={list} height={5} lines={lines} />
      </OverlayContext>
    )
  }
  const terminal = openTerminal({ columns: 40, rows: 10 })
  onTestFinished(terminal.unmount)
  terminal.draw(<Screen />)
  await drawn()
  seen.list.move(1)
  await drawn()
  seen.over.set('another')
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['row 1', '> row 2', 'row 3', 'row 4', 'another'])
  seen.list.move(1)
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['row 1', 'row 2', '> row 3', 'row 4', 'another'])
})
