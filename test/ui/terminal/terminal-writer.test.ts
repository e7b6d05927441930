import { expect, test } from 'vitest'
import { createTerminalWriter } from '../../../src/ui/terminal/terminal-writer.ts'
import { forManyAsync } from '../../helpers/for-all.ts'
import { frames, type Step } from '../layout/frames.ts'
import { TerminalScreen } from './terminal-screen.ts'

/** The screen of a terminal after a full paint of this frame. */
const painted = async ({ columns, rows }: Step, height = rows.length): Promise<string[]> => {
  const screen = new TerminalScreen(columns, height)
  await screen.write(rows.map((row, y) => `\x1b[${y + 1};1H${row}\x1b[m`).join(''))
  return screen.cells()
}

const show = (rows: string[]): string => JSON.stringify(rows, null, 1)

test('after any frames the terminal looks as after the last one alone, and an equal frame costs no bytes', async () => {
  await forManyAsync(200, frames(8), async (steps) => {
    const writer = createTerminalWriter()
    const [first] = steps as [Step]
    const screen = new TerminalScreen(first.columns, first.rows.length)
    for (const step of steps) {
      screen.resize(step.columns, step.rows.length)
      await screen.write(writer.paint(step.rows, step.columns))
      const got = screen.cells()
      const want = await painted(step)
      if (show(got) !== show(want)) throw new Error(`shows ${show(got)}\ninstead of ${show(want)}`)
      expect(writer.paint([...step.rows], step.columns)).toBe('')
    }
    expect(await screen.isStylePlain()).toBe(true)
    // Outside a scroll region, a line feed on the last row scrolls the whole screen.
    const before = screen.cells()
    await screen.write(`\x1b[${before.length};1H\n`)
    expect(screen.cells().slice(0, -1)).toEqual(before.slice(1))
  })
})

test('nothing outside the rows of the frame changes', async () => {
  await forManyAsync(200, frames(6), async (steps) => {
    const [first] = steps as [Step]
    const height = first.rows.length
    const writer = createTerminalWriter()
    const screen = new TerminalScreen(first.columns, height + 3)
    for (const [index, step] of steps.entries()) {
      // After a resize the window is cleared and painted in full.
      if (step.columns !== first.columns || step.rows.length !== height) return
      await screen.write(writer.paint(step.rows, step.columns))
      if (index === 0) await screen.write([1, 2, 3].map((y) => `\x1b[${height + y};1Hbelow ${y}`).join(''))
    }
    expect(screen.text().slice(height)).toEqual(['below 1', 'below 2', 'below 3'])
  })
})

const columns = 120
const person = (index: number): string =>
  ` person-${String(index).padStart(5, '0')}@example.com`.padEnd(40) +
  `\x1b[38;5;245m${String(index * 7919).padStart(12)}\x1b[39m ${'▁▂▃▄▅▆▇█'.repeat(3)}`.padEnd(60)
const marked = (row: string): string => `\x1b[48;5;237m\x1b[38;5;80m▌\x1b[39m${row.slice(1)}\x1b[49m`
const list = (top: number, selected: number): string[] => [
  'head',
  '─'.repeat(columns),
  ...Array.from({ length: 30 }, (_, y) => (top + y === selected ? marked(person(top + y)) : person(top + y))),
  '─'.repeat(columns),
  `row ${selected + 1} of 10000`,
]
const costOf = (before: string[], after: string[]): number => {
  const writer = createTerminalWriter()
  writer.paint(before, columns)
  return Buffer.byteLength(writer.paint(after, columns))
}
const rowCost = Buffer.byteLength(marked(person(123)))

test('a scroll by one costs less than two rows, a moved selection two rows, a changed digit a jump and a digit', () => {
  expect(costOf(list(100, 129), list(101, 130))).toBeLessThan(2 * rowCost)
  expect(costOf(list(101, 101), list(100, 100))).toBeLessThan(2 * rowCost)
  expect(costOf(list(100, 110), list(100, 111))).toBeLessThan(2 * rowCost + 12)
  expect(costOf(list(100, 110), list(100, 110).with(33, 'row 112 of 10000'))).toBeLessThan(12)
})

test('after forget() the screen is painted in full', async () => {
  const writer = createTerminalWriter()
  const step: Step = { columns: 20, rows: ['one', '\x1b[1mtwo\x1b[22m', ''] }
  writer.paint(step.rows, step.columns)
  writer.forget()
  const screen = new TerminalScreen(20, 3)
  await screen.write('what a shell\r\nhas left behind here')
  await screen.write(writer.paint(step.rows, step.columns))
  expect(screen.cells()).toEqual(await painted(step))
})

test('only changed two-cell signs are written, and a full row is not erased to its end', () => {
  const writer = createTerminalWriter()
  writer.paint(['🙂🙂', '🙂x'], 4)
  // In some terminals, erasing to the end removes the last cell of a full row.
  expect(writer.paint(['🙂🚀', '🙂'], 4)).toBe('\x1b[H🙂🚀\x1b[2H🙂\x1b[K')
  writer.paint(['金木さん    日本語日本語  12'], 40)
  expect(writer.paint(['金本さん    日本語日本語  13'], 40)).toBe('\x1b[H金本\x1b[28G3')
})
