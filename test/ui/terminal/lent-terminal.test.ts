import { expect, test } from 'vitest'
import { createLentTerminal, type LentTerminal } from '../../../src/ui/terminal/lent-terminal.ts'
import type { TerminalSession } from '../../../src/ui/terminal/terminal-session.ts'

/** A terminal that calls `onReadingKeys` once keys are read again, and draws nothing before `draw` is called. */
const openLent = (onReadingKeys: (lent: LentTerminal) => void) => {
  const done: string[] = []
  const drawing = Promise.withResolvers<void>()
  const session = {
    background: { over: () => undefined },
    stopReading: () => done.push('stopped'),
    startReading: () => {
      done.push('reading')
      onReadingKeys(lent)
    },
  } as unknown as TerminalSession
  const streams = { stdin: process.stdin, stdout: process.stdout }
  const lent = createLentTerminal(streams, session, async (callback) => {
    await callback()
    await drawing.promise
    done.push('drawn')
  })
  return { lent, done, draw: drawing.resolve }
}

test('a run requested between the first key and its frame starts after the frame', async () => {
  const again = Promise.withResolvers<void>()
  let requests = 0
  const { lent, done, draw } = openLent((lent) => {
    requests += 1
    if (requests > 1) return
    // The terminal is still lent to the first program.
    for (const name of ['first', 'second'])
      void lent.lend(async () => void done.push(name)).then(() => name === 'first' && again.resolve())
  })
  const before = lent.lend(async () => void done.push('guest'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(['stopped', 'guest', 'reading'])
  draw()
  await Promise.all([before, again.promise])
  expect(done.slice(3)).toEqual(['drawn', 'stopped', 'first', 'reading', 'drawn'])
})
