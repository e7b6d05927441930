import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutStyled, filled, joinColumns, joinFitting, padStyled, spaceBetween } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'
import { forAll } from '../../helpers/for-all.ts'

const theme = createTheme({ colors: '16', background: 'dark', isAscii: false })
const styled = fc
  .array(fc.constantFrom('abc', '漢字', theme.strong('B'), theme.muted('mm '), '🙂', ' '), { maxLength: 8 })
  .map((parts) => parts.join(''))
const width = fc.integer({ min: 0, max: 60 })

test('a line is padded to the width; a longer one stays unchanged', () => {
  forAll(styled, width, (line, wanted) => {
    const padded = padStyled(line, wanted)
    expect(styledWidth(padded)).toBe(Math.max(wanted, styledWidth(line)))
    expect(padded.startsWith(line)).toBe(true)
  })
})

test('two parts fill the width exactly; if they would touch, the right one is dropped', () => {
  forAll(styled, styled, width, (left, right, wanted) => {
    const line = spaceBetween(left, right, wanted)
    if (styledWidth(left) + styledWidth(right) < wanted) {
      expect(styledWidth(line)).toBe(wanted)
      expect(line.startsWith(left) && line.endsWith(right)).toBe(true)
    } else expect(line).toBe(left)
  })
})

test('the first parts that fit are joined, and the next one would not fit', () => {
  forAll(fc.array(styled.filter(Boolean), { maxLength: 6 }), width, (parts, wanted) => {
    const line = joinFitting(parts, wanted, '  ')
    const count = [...parts.keys(), parts.length].find((n) => parts.slice(0, n).join('  ') === line)
    expect(count).toBeDefined()
    expect(styledWidth(line)).toBeLessThanOrEqual(wanted)
    const more = parts.slice(0, (count ?? 0) + 1).join('  ')
    if ((count ?? 0) < parts.length) expect(styledWidth(more)).toBeGreaterThan(wanted)
  })
})

test('joined blocks are as tall as the tallest, and a filled block has the requested height', () => {
  const lines = joinColumns(
    [
      { lines: ['a', theme.strong('bb')], width: 4 },
      { lines: ['漢'], width: 3 },
      { lines: ['x', 'y', 'z'], width: 1 },
    ],
    '|',
  )
  expect(lines).toEqual(['a   |漢 |x', `${theme.strong('bb')}  |   |y`, '    |   |z'])
  expect(joinColumns([], '|')).toEqual([])
  expect([filled(['a', 'b'], 3), filled(['a', 'b'], 1), filled(['a'], -2)]).toEqual([['a', 'b', ''], ['a'], []])
})

test('a long line is cut with an ellipsis, and its styles end', () => {
  forAll(styled, fc.integer({ min: 1, max: 40 }), (line, wanted) => {
    const cut = cutStyled(line, wanted)
    if (styledWidth(line) <= wanted) return void expect(cut).toBe(line)
    expect(styledWidth(cut)).toBeLessThanOrEqual(wanted)
    // A wide character that does not fit leaves a blank cell.
    expect(styledWidth(cut)).toBeGreaterThanOrEqual(wanted - 1)
    expect(cut.replaceAll(/\x1b\[[\d;]*m/g, '')).toMatch(/…$/)
    const stylesOf = (text: string) => text.match(/\x1b\[[\d;]*m/g) ?? []
    expect(stylesOf(cut)).toEqual(stylesOf(line))
  })
  expect(cutStyled(`a${theme.strong('bc')}d`, 3)).toBe(`a${theme.strong('b…')}`)
})
