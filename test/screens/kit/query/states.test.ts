import { expect, test } from 'vitest'
import { failedLines } from '../../../../screens/kit/query/states.ts'
import { AppError } from '../../../../src/base/errors.ts'
import { createTheme } from '../../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })
const plain = (text: string): string => text.replaceAll(/\x1b\[[\d;]*m/g, '')
const linesOf = (error: AppError, width = 80, maxRows?: number) => failedLines(error, width, theme, maxRows).map(plain)
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

const rejected = new AppError('failed', 'The server said no.', { status: 500, requestId: 'r1' })

test.each<[AppError, number, string[]]>([
  [rejected, 80, [' ✗ The server said no.', '   status 500  request r1  R retries  @ shows the requests']],
  [new AppError('unreachable', 'No route.'), 80, [' ✗ No route.', '   R retries  @ shows the requests']],
  [new AppError('incomplete', 'It is not cached.'), 80, [' ✗ It is not cached.']],
  [rejected, 59, [' ✗ The server said no.', '   status 500  request r1  R retries  @ shows the requests']],
  // In a narrow window the keys matter more than the facts.
  [rejected, 47, [' ✗ The server said no.', '   R retries  @ shows the requests  status 500']],
])('%s in %i cells', (error, width, lines) => {
  expect(linesOf(error, width)).toEqual(lines)
})

test.each([
  [2, 1],
  [3, 2],
  [4, 3],
  [9, 3],
])('with at most %i rows, including the row of keys, a long message is cut to %i rows', (maxRows, rows) => {
  const lines = linesOf(new AppError('failed', words(100)), 80, maxRows)
  expect(lines).toHaveLength(rows + 1)
  expect(lines.at(-2)).toMatch(/word…$/)
  expect(lines.at(-1)).toBe('   R retries  @ shows the requests')
})

test('a message that fits exactly has no ellipsis', () => {
  expect(linesOf(new AppError('failed', words(45)), 80).join('')).not.toContain('…')
})
