import { expect, test } from 'vitest'
import { ListBody } from '../../../../screens/kit/list/list-body.tsx'
import { rowKey } from '../../../../screens/kit/list/list-state.ts'
import { type List, useQuietList, useSelected } from '../../../../screens/kit/list/use-list.ts'
import { OverlayContext } from '../../../../src/ui/layout/rows.tsx'
import { type Signal, useSignal } from '../../../../src/ui/layout/signal.ts'
import { drawn, openTerminal } from '../../../helpers/terminal.tsx'

const ids = Array.from({ length: 9 }, (_, index) => `row ${index + 1}`)

/** A screen of five rows that counts how often it is drawn. @param blockOf - What of the selected row it depends on. */
const openList = async (blockOf: (selected: number) => number = () => 0) => {
  const seen = { drawings: 0, block: 0, list: undefined as unknown as List }
  const Screen = () => {
    const list = useQuietList(rowKey('row'), ids, 5)
    seen.block = useSelected(list, blockOf)
    seen.drawings += 1
    seen.list = list
    const lines = () =>
      ids.slice(list.top, list.top + 5).map((id, y) => (list.top + y === list.selected ? `> ${id}` : id))
    return <ListBody list={list} height={5} lines={lines} />
  }
  const terminal = openTerminal({ columns: 40, rows: 10 })
  terminal.draw(<Screen />)
  await drawn()
  return { terminal, seen }
}

test('another selected row draws the body alone, and those who ask are told of it at once', async () => {
  const { terminal, seen } = await openList()
  const before = seen.drawings
  seen.list.move(1)
  expect(seen.list.selected).toBe(1)
  seen.list.moveTo(6)
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['row 3', 'row 4', 'row 5', 'row 6', '> row 7'])
  seen.list.select('row 1')
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['> row 1', 'row 2', 'row 3', 'row 4', 'row 5'])
  expect(seen.drawings).toBe(before)
  terminal.unmount()
})

// StrictMode renders twice.
test.skipIf(process.env.STRICT)(
  'what depends on the selected row is drawn again where that changes, and for no other move',
  async () => {
    const { terminal, seen } = await openList((selected) => Math.floor(selected / 3))
    const before = seen.drawings
    seen.list.move(2)
    await drawn()
    expect(seen).toMatchObject({ drawings: before, block: 0 })
    seen.list.move(1)
    await drawn()
    expect(seen).toMatchObject({ drawings: before + 1, block: 1 })
    expect(terminal.frame()[3]).toBe('> row 4')
    terminal.unmount()
  },
)

test('what lies over the rows changes without them being made anew, and they change beneath it', async () => {
  const seen = { made: 0, list: undefined as unknown as List, over: undefined as unknown as Signal<string> }
  const Screen = () => {
    const list = useQuietList(rowKey('row beneath'), ids, 5)
    const over = useSignal('popup')
    Object.assign(seen, { list, over })
    const lines = () => {
      seen.made += 1
      return ids.map((id, index) => (index === list.selected ? `> ${id}` : id))
    }
    return (
      <OverlayContext value={{ lines: () => [over.get()], changes: over.subscribe }}>
        <ListBody list={list} height={5} lines={lines} />
      </OverlayContext>
    )
  }
  const terminal = openTerminal({ columns: 40, rows: 10 })
  terminal.draw(<Screen />)
  await drawn()
  seen.list.move(1)
  await drawn()
  const before = seen.made
  seen.over.set('another')
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['row 1', '> row 2', 'row 3', 'row 4', 'another'])
  expect(seen.made).toBe(before)
  seen.list.move(1)
  await drawn()
  expect(terminal.frame().slice(0, 5)).toEqual(['row 1', 'row 2', '> row 3', 'row 4', 'another'])
  terminal.unmount()
})
