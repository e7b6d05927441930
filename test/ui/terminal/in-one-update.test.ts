import { expect, test } from 'vitest'
import { inOneUpdate } from '../../../src/ui/terminal/in-one-update.ts'

test('what may come in pieces is held back until all of it has come, and nothing else', () => {
  const frame = '▂'.repeat(2000)
  expect(inOneUpdate(frame)).toBe(`\x1b[?2026h${frame}\x1b[?2026l`)
  expect(inOneUpdate('\x1b[7Ha row')).toBe('\x1b[7Ha row')
  // As many bytes as the kernel takes at once.
  expect(inOneUpdate('▂'.repeat(2048 / 3 + 1))).toContain('\x1b[?2026h')
})
