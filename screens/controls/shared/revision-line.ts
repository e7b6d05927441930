import type { Theme } from '../../../src/ui/layout/theme.ts'

/**
 * Numbers of revisions in a row, the oldest on the left, with both marks in brackets: `405──[412]──413──[418] latest`. Where
 * there is no room for all, those around the marks; where not even for these, those before B.
 *
 * @param numbers - Newest first.
 * @param a - Place of A among them, behind that of B.
 */
export const revisionLine = (
  numbers: readonly (number | undefined)[],
  a: number,
  b: number,
  width: number,
  theme: Theme,
): string => {
  const link = theme.signs.rule.repeat(2)
  const cells = (at: number): number => String(numbers[at] ?? '?').length + (at === a || at === b ? 2 : 0) + link.length
  const room = width - 14
  let [newest, oldest] = [b, b]
  let used = cells(b)
  const take = (at: number): boolean => {
    if (at < 0 || at >= numbers.length || used + cells(at) > room) return false
    used += cells(at)
    return true
  }
  while (oldest < a && take(oldest + 1)) oldest += 1
  while (take(newest - 1)) newest -= 1
  while (oldest >= a && take(oldest + 1)) oldest += 1
  const shown: string[] = []
  for (let at = oldest; at >= newest; at -= 1) {
    const text = String(numbers[at] ?? '?')
    shown.push(at === a || at === b ? theme.accent(theme.strong(`[${text}]`)) : text)
  }
  const start =
    oldest < a
      ? `[${numbers[a] ?? '?'}]${theme.signs.ellipsis}`
      : oldest < numbers.length - 1
        ? theme.signs.ellipsis
        : ''
  const end = newest === 0 ? theme.muted(' latest') : theme.signs.ellipsis
  return ` ${start}${shown.join(theme.muted(link))}${end}`
}
