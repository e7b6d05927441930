import { expect, test } from 'vitest'
import { clipboardSequence, MOST_CLIPBOARD_BYTES } from '../../../src/ui/terminal/clipboard.ts'

test('a text travels to the clipboard as base64 of its UTF-8', () => {
  const sequence = clipboardSequence('qd overview 漢\x1b]52;c;!\x07')
  const [, base64 = ''] = /^\x1b\]52;c;([A-Za-z0-9+/=]*)\x07$/.exec(sequence) ?? []
  expect(Buffer.from(base64, 'base64').toString()).toBe('qd overview 漢\x1b]52;c;!\x07')
})

test('a text too long for terminals is not sent at all', () => {
  // Base64 comes in fours.
  const longest = Math.floor(MOST_CLIPBOARD_BYTES / 4) * 3
  expect(clipboardSequence('x'.repeat(longest)).length).toBe((longest / 3) * 4 + '\x1b]52;c;\x07'.length)
  expect(clipboardSequence('x'.repeat(longest + 1))).toBe('')
})
