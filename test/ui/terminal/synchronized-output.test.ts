import { expect, test } from 'vitest'
import { synchronizedOutput } from '../../../src/ui/terminal/display.ts'

test('output that may arrive in several reads is synchronized, shorter output is not', () => {
  const frame = '▂'.repeat(2000)
  expect(synchronizedOutput(frame)).toBe(`\x1b[?2026h${frame}\x1b[?2026l`)
  expect(synchronizedOutput('\x1b[7Ha row')).toBe('\x1b[7Ha row')
  // Just over the bytes that the kernel passes on in one piece.
  expect(synchronizedOutput('▂'.repeat(2048 / 3 + 1))).toContain('\x1b[?2026h')
})
