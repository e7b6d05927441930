import { expect, test } from 'vitest'
import { PICTURES, SIGN_ROWS, type SignRow } from '../../../src/domain/text/signs.ts'
import { isOneCellEach } from '../../../src/domain/text/width.ts'

const rows: SignRow[] = Object.values(SIGN_ROWS)

test('no two meanings share a sign in ASCII, and none is a lower-case letter drawn as a picture', () => {
  const alone = rows.filter(({ means }) => means !== 'about')
  expect(new Set(alone.map(({ ascii }) => ascii)).size).toBe(alone.length)
  expect(rows.filter(({ ascii }) => /[ovxz]/.test(ascii))).toEqual([])
  expect(new Set(rows.map(({ means }) => means)).size).toBe(rows.length)
})

test('a sign takes one cell, and its ASCII form is one character', () => {
  for (const { sign, ascii, also = sign } of rows) {
    expect([...sign, ...also]).toHaveLength(2)
    expect(ascii).toMatch(/^[!-~]$/)
    // Text with any other character is cut with a segmenter, whose creation takes 10 ms.
    expect(isOneCellEach(sign), sign).toBe(true)
  }
  for (const ascii of Object.values(PICTURES)) expect(ascii).toMatch(/^[ -~]$/)
})
