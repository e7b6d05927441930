import { EventEmitter } from 'node:events'
import type { WriteStream } from 'node:tty'
import { Box, Text, useWindowSize } from 'ink'
import { type ReactElement, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { createExplorerOutput } from '../../src/app/explorer-output.tsx'
import { Rows, Screenful } from '../../src/ui/layout/rows.tsx'
import { drawn } from '../helpers/terminal.tsx'
import { TerminalScreen } from '../ui/terminal/terminal-screen.ts'

const openOutput = async (tree: ReactElement, start?: { rows: readonly string[]; columns: number }) => {
  const painted: (readonly string[] | undefined)[] = []
  const screen = new TerminalScreen(20, 6)
  const written: string[] = []
  const write = (bytes: string) => {
    written.push(bytes)
    void screen.write(bytes)
    return true
  }
  const stdout = Object.assign(new EventEmitter(), { columns: 20, rows: 6, write, isTTY: true })
  const output = createExplorerOutput({
    stdout: stdout as unknown as WriteStream,
    start,
    voice: undefined,
    painted: () => painted.push(output.shown()?.rows),
  })
  onTestFinished(output.close)
  output.draw(tree)
  return {
    output,
    written,
    painted,
    async text() {
      await drawn()
      await screen.write('')
      return screen.text()
    },
    resize(columns: number, rows: number) {
      Object.assign(stdout, { columns, rows })
      screen.resize(columns, rows)
      stdout.emit('resize')
    },
  }
}

/** A screen with numbered rows, of which the first contains the size. */
const Window = ({ children }: { children?: ReactElement }) => {
  const { columns, rows } = useWindowSize()
  const lines = Array.from({ length: rows }, (_, y) => (y === 0 ? `${columns}x${rows}` : `row ${y}`))
  return (
    <>
      <Screenful lines={lines} />
      {children}
    </>
  )
}

test('shown() returns the rows on the terminal after each paint', async () => {
  const { painted, output } = await openOutput(<Screenful lines={['one']} />)
  output.draw(<Screenful lines={['two']} />)
  await drawn()
  expect(painted.map((rows) => rows?.[0])).toEqual(['one', 'two'])
})

test('the first frame enters the alternate screen, unless it was entered before', async () => {
  const opened = await openOutput(<Window />)
  expect(await opened.text()).toEqual(['20x6', 'row 1', 'row 2', 'row 3', 'row 4', 'row 5'])
  expect(opened.written[0]).toContain('\x1b[?1049h')
  const rows = ['20x6', 'row 1', 'row 2', 'row 3', 'row 4', 'row 5']
  const again = await openOutput(<Window />, { rows, columns: 20 })
  await drawn()
  expect(again.written).toEqual([])
})

test('no output is written after leaving the alternate screen', async () => {
  let setCount: (count: number) => void = () => {}
  const Counting = () => {
    const [count, set] = useState(0)
    setCount = set
    return <Screenful lines={[`count ${count}`]} />
  }
  const { output, written } = await openOutput(<Counting />)
  setCount(1)
  output.close()
  const count = written.length
  expect(written.at(-1)).toContain('\x1b[?1049l')
  setCount(2)
  output.draw(<Window />)
  await drawn()
  expect(written.length).toBe(count)
})

test('after a resize, the whole frame is drawn immediately', async () => {
  const { resize, text, written } = await openOutput(<Window />)
  await text()
  resize(12, 3)
  // The frame is written synchronously.
  expect(written.at(-1)).toContain('12x3')
  expect(await text()).toEqual(['12x3', 'row 1', 'row 2'])
})

test('if the window is resized while another program has the terminal, the next frame has the new size', async () => {
  const { output, resize, text, written } = await openOutput(<Window />)
  await text()
  const guest = Promise.withResolvers<void>()
  const suspended = output.suspend(() => guest.promise)
  expect(written.at(-1)).toContain('\x1b[?1049l')
  const count = written.length
  resize(15, 4)
  await drawn()
  expect(written.length).toBe(count)
  guest.resolve()
  await suspended
  expect(await text()).toEqual(['15x4', 'row 1', 'row 2', 'row 3'])
})

test('if the explorer ends while another program has the terminal, no frame is drawn', async () => {
  const { output, written } = await openOutput(<Window />)
  const guest = Promise.withResolvers<void>()
  const suspended = output.suspend(() => guest.promise)
  output.close()
  const count = written.length
  guest.resolve()
  await suspended
  await drawn()
  expect(written.length).toBe(count)
})

test('rows of a dialog move when a row above them is added', async () => {
  let rows = ['upper']
  let changed = () => {}
  const changes = (listener: () => void) => {
    changed = listener
    return () => {}
  }
  const { output, text } = await openOutput(
    <Window>
      <Box flexDirection="column">
        <Rows lines={() => rows} changes={changes} />
        <Text>between</Text>
        <Rows lines={['lower']} />
      </Box>
    </Window>,
  )
  expect(await text()).toEqual(['20x6', 'upper', 'between', 'lower', 'row 4', 'row 5'])
  output.flushSync(() => {
    rows = ['upper', 'second']
    changed()
  })
  expect(await text()).toEqual(['upper', 'second', 'between', 'lower', 'row 4', 'row 5'])
  output.flushSync(() => {
    rows = ['one']
    changed()
  })
  expect(await text()).toEqual(['20x6', 'one', 'between', 'lower', 'row 4', 'row 5'])
})

test('an error of a component ends the explorer', async () => {
  const Broken = () => {
    throw new Error('cannot be drawn')
  }
  const { output } = await openOutput(<Broken />)
  await expect(output.ended()).rejects.toThrow('cannot be drawn')
})
