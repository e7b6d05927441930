import type { ReadStream, WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { createKeymap } from '../../../src/ui/keys/bindings.ts'
import { createKeyReader, type MouseReport } from '../../../src/ui/keys/key-reader.ts'
import { createTerminalSession } from '../../../src/ui/terminal/terminal-session.ts'

const ON = '\x1b[?1000h\x1b[?1006h'
const OFF = '\x1b[?1006l\x1b[?1000l'

const openSession = () => {
  let written = ''
  const stdin = { setRawMode: () => {}, on: () => {}, off: () => {}, resume: () => {}, pause: () => {} }
  const stdout = { write: (text: string) => (written += text) }
  const session = createTerminalSession(
    stdin as unknown as ReadStream,
    stdout as unknown as WriteStream,
    createKeymap(),
  )
  return {
    session,
    take: () => {
      const text = written
      written = ''
      return text
    },
  }
}

test('the terminal is told of the mouse only when it is asked for, and told off whenever the keyboard is handed back', () => {
  const { session, take } = openSession()
  session.arm()
  session.disarm()
  expect(take()).not.toContain('?1000')
  session.setMouse(true)
  expect(take()).toBe('')
  session.arm()
  expect(take()).toContain(ON)
  // To a pager or the shell, as at the end.
  session.disarm()
  expect(take()).toContain(OFF)
  session.arm()
  expect(take()).toContain(ON)
  session.setMouse(false)
  expect(take()).toBe(OFF)
  session.setMouse(true)
  expect(take()).toBe(ON)
})

test('clicks and the wheel are reported with their cells, all else of a mouse is dropped', () => {
  const reports: MouseReport[] = []
  const keys: string[] = []
  const reader = createKeyReader({
    onKey: ({ id }) => keys.push(id),
    onPaste: () => {},
    onMouse: (report) => reports.push(report),
  })
  const typed = '\x1b[<0;3;5M\x1b[<0;3;5mj\x1b[<64;200;1M\x1b[<65;1;1M\x1b[<2;1;1M\x1b[<35;9;9M\x1b[<0;1M\x1b[<0;a;1M'
  for (const byte of typed) reader.push(byte)
  reader.close()
  expect(reports).toEqual([
    { is: 'click', x: 2, y: 4 },
    { is: 'wheelUp', x: 199, y: 0 },
    { is: 'wheelDown', x: 0, y: 0 },
  ])
  expect(keys[0]).toBe('j')
})
