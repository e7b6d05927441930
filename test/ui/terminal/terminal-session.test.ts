import { EventEmitter } from 'node:events'
import type { ReadStream, WriteStream } from 'node:tty'
import { expect, test } from 'vitest'
import { createKeymap } from '../../../src/ui/keys/bindings.ts'
import { createTerminalSession } from '../../../src/ui/terminal/terminal-session.ts'

const CTRL_C = '\x03'

/** A terminal driver: outside raw mode, ^c discards unread input and sends a signal. */
const createTty = (isRead: boolean, strikes: ReadonlySet<number>) => {
  let [unread, modes, steps, signals] = ['', '', 0, 0]
  let isRaw = false
  const read = () => {
    modes += unread
    unread = ''
  }
  const step = () => {
    if (strikes.has(steps++)) {
      if (isRaw) stdin.emit('data', Buffer.from(CTRL_C))
      else {
        unread = ''
        signals++
      }
    }
    if (isRead) read()
  }
  const write = (text: string) => {
    step()
    unread += text
    step()
    return true
  }
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode(wanted: boolean) {
      step()
      isRaw = wanted
      step()
    },
    pause() {},
    resume() {},
  })
  const last = (on: string, off: string) => modes.lastIndexOf(on) > modes.lastIndexOf(off)
  return {
    stdin: stdin as unknown as ReadStream,
    stdout: { write } as unknown as WriteStream,
    write,
    steps: () => steps,
    /** Takes one pending signal. Returns whether there was one. */
    takeSignal: () => signals > 0 && signals-- > 0,
    state() {
      read()
      return {
        isRaw,
        isAlternate: last('\x1b[?1049h', '\x1b[?1049l'),
        isPasting: last('\x1b[?2004h', '\x1b[?2004l'),
        isCursorHidden: last('\x1b[?25l', '\x1b[?25h'),
        isHeldBack: last('\x1b[?2026h', '\x1b[?2026l'),
      }
    },
  }
}

type Way = 'quits' | 'breaks' | 'is ended'

/** Enters, draws and exits, with ^c at these steps. Then exits again, which must write nothing. */
const leave = (way: Way, isRead: boolean, strikes: ReadonlySet<number>) => {
  const tty = createTty(isRead, strikes)
  const session = createTerminalSession(tty.stdin, tty.stdout, createKeymap(), { writeNow: tty.write })
  session.startReading()
  tty.write('\x1b[?1049h\x1b[?25l')
  const unmount = () => {
    tty.write('\x1b[?2026ha last frame\x1b[?2026l')
    if (way === 'breaks') throw new Error('cannot be drawn')
    tty.write('\x1b[?1049l')
    tty.write('\x1b[?25h')
  }
  const broken = way === 'is ended' ? session.restore() : session.handBack(unmount)
  while (tty.takeSignal()) session.interrupted()
  const before = tty.steps()
  session.stopReading()
  session.restore()
  if (way !== 'is ended') expect(tty.steps()).toBe(before)
  while (tty.takeSignal()) session.interrupted()
  return { state: tty.state(), steps: tty.steps(), broken }
}

const RESTORED = { isRaw: false, isAlternate: false, isPasting: false, isCursorHidden: false, isHeldBack: false }

test.each(['quits', 'breaks', 'is ended'] as const)('a terminal is restored if its program %s, even with ^c', (way) => {
  for (const isRead of [true, false]) {
    const { steps, state, broken } = leave(way, isRead, new Set())
    expect(state).toEqual(RESTORED)
    expect(broken !== undefined).toBe(way === 'breaks')
    for (let first = 0; first < steps; first++)
      for (let second = first; second < steps + 4; second++)
        expect(leave(way, isRead, new Set([first, second])).state, `^c at ${first} and ${second}`).toEqual(RESTORED)
  }
})

test('^c changes nothing until the terminal has been restored', () => {
  const tty = createTty(true, new Set())
  const session = createTerminalSession(tty.stdin, tty.stdout, createKeymap(), { writeNow: tty.write })
  session.interrupted()
  session.startReading()
  const before = tty.steps()
  session.interrupted()
  expect(tty.steps()).toBe(before)
})

const MOUSE_ON = '\x1b[?1000h\x1b[?1006h'
const MOUSE_OFF = '\x1b[?1006l\x1b[?1000l'

test('the mouse is reported only while it is enabled, and never while the terminal is lent', () => {
  let written = ''
  const stdin = { setRawMode: () => {}, on: () => {}, off: () => {}, resume: () => {}, pause: () => {} } as unknown
  const stdout = { write: (text: string) => (written += text) } as unknown
  const session = createTerminalSession(stdin as ReadStream, stdout as WriteStream, createKeymap())
  const writtenBy = (act: () => void) => {
    written = ''
    act()
    return written
  }
  expect(writtenBy(session.startReading) + writtenBy(session.stopReading)).not.toContain('?1000')
  expect(writtenBy(() => session.setMouse(true))).toBe('')
  expect(writtenBy(session.startReading)).toContain(MOUSE_ON)
  expect(writtenBy(session.stopReading)).toContain(MOUSE_OFF)
  expect(writtenBy(session.startReading)).toContain(MOUSE_ON)
  expect(writtenBy(() => session.setMouse(false))).toBe(MOUSE_OFF)
  expect(writtenBy(() => session.setMouse(true))).toBe(MOUSE_ON)
})
