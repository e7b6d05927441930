import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { isOneCell, styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { forMany } from '../../helpers/for-all.ts'

test('the width of a styled line equals that of string-width', () => {
  const unit = fc.constantFrom(...'aZ~ é日ｆ한…▲─█⣿🙂🚀❤', '👩‍💻', '❤️', '👍🏽', '🇨🇭', 'e\u0301', '\u00ad', '¡')
  const style = fc.constantFrom('\x1b[m', '\x1b[1m', '\x1b[38;5;80m', '\x1b[0;48;2;1;2;3m')
  const part = fc.oneof(fc.string({ unit, maxLength: 8 }), style)
  forMany(3000, fc.array(part, { maxLength: 8 }), (parts) => {
    const line = parts.join('')
    expect(styledWidth(line)).toBe(stringWidth(line))
  })
})

test('every sign counted as one cell is one cell', () => {
  const wrong: string[] = []
  for (let code = 0; code < 0x10000; code++) {
    if (isOneCell(code) && stringWidth(String.fromCharCode(code)) !== 1) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})
