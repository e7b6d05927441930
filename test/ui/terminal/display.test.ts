import type { WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { createDisplay, synchronizedOutput } from '../../../src/ui/terminal/display.ts'
import { TerminalScreen } from './terminal-screen.ts'

const openDisplay = (columns: number, rows: number, start?: Parameters<typeof createDisplay>[1]) => {
  const screen = new TerminalScreen(columns, rows)
  const written: string[] = []
  const write = (bytes: string) => {
    written.push(bytes)
    void screen.write(bytes)
    return true
  }
  const stdout = { columns, rows, write }
  return {
    stdout,
    written,
    display: createDisplay(stdout as unknown as WriteStream, start),
    async text() {
      await screen.write('')
      return screen.text()
    },
  }
}

test('rows that are too wide are cut, and rows below the window are omitted', async () => {
  const { display, text } = openDisplay(10, 3)
  display.show(['\x1b[1m0123456789abcdef\x1b[m', '漢字漢字漢字', 'last'])
  expect(await text()).toEqual([expect.stringMatching(/^012345678/), expect.stringMatching(/^漢字漢字/), 'last'])
  display.show(['x', '0123456789abcdef', 'last', 'more'])
  expect(await text()).toEqual(['x', expect.stringMatching(/^012345678.?$/), 'last'])
})

test('an unchanged frame writes nothing, and after forget() it is written again', () => {
  const { display, written } = openDisplay(10, 1)
  display.show(['one'])
  display.show(['one'])
  expect(written.length).toBe(1)
  display.forget()
  expect(display.shown()).toBeUndefined()
  display.show(['one'])
  expect(written[1]).toContain('one')
})

test('rows already on the screen are not written again', () => {
  const rows = ['one', 'two']
  const { display, written } = openDisplay(10, 2, { rows, columns: 10 })
  display.show(rows)
  expect(written).toEqual([])
  expect(display.shown()).toEqual({ rows, columns: 10 })
})

test('after leaving and re-entering the alternate screen the frame is painted in full', () => {
  const { display, written } = openDisplay(10, 1)
  display.enter()
  display.show(['a'])
  display.leave()
  display.enter()
  display.show(['a'])
  expect(written.map((bytes) => bytes.replaceAll('\x1b', '^'))).toEqual([
    '^[?1049h^[?25l',
    expect.stringContaining('a'),
    '^[?1049l^[?25h',
    '^[?1049h^[?25l',
    expect.stringContaining('a'),
  ])
})

test('long output is synchronized, short output is not', () => {
  const frame = '▂'.repeat(2000)
  expect(synchronizedOutput(frame)).toBe(`\x1b[?2026h${frame}\x1b[?2026l`)
  expect(synchronizedOutput('\x1b[7Ha row')).toBe('\x1b[7Ha row')
  // Slightly more bytes than the kernel passes on in one piece.
  expect(synchronizedOutput('▂'.repeat(2048 / 3 + 1))).toContain('\x1b[?2026h')
})
