import { useMemo } from 'react'
import { hasMask } from '../../../src/domain/secrets/mask-settings.ts'
import { type Path, pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../src/domain/settings-diff/value-at.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { NO_SECRET, revealedText, SECRET_IN_PRIVATE, secretState } from '../shared/secret-text.ts'
import { useReveal } from '../shared/use-reveal.ts'
import type { Revision } from '../shared/use-revisions.ts'

/** Values that are looked into for a secret, and rows of one that are shown. */
const MOST_VALUES = 5_000
const MOST_ROWS = 20

/**
 * The secrets of both sides at a path: whether there are any, and, for 15 seconds after `toggle`, what they are.
 *
 * @param row - The selected row, of which there may be several for one path.
 */
export const useDiffSecret = (
  path: Path | undefined,
  row: string | undefined,
  before: Revision | undefined,
  after: Revision | undefined,
) => {
  const { tell } = useLastRow()
  const isPrivate = usePrivateSalt() !== undefined
  // Another path, and another revision, is another secret.
  const key = path && `${before?.revision} ${after?.revision} ${row} ${pathKey(path)}`
  const [revealA, revealB] = [useReveal(key ?? ''), useReveal(key ?? '')]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the path
  const holds = useMemo(
    () => [before, after].map((one) => path !== undefined && holdsMask(valueAt(one?.settings, path))),
    [key, before, after],
  )
  const sides = [
    { name: 'A', revision: before, secret: revealA, isHolding: holds[0] },
    { name: 'B', revision: after, secret: revealB, isHolding: holds[1] },
  ]
  const holding = sides.filter(({ isHolding }) => isHolding)
  const shown = sides.flatMap(({ name, secret }) => (secret.shown ? [{ name, ...secret.shown }] : []))
  const stateText = (theme: Theme): string => {
    const leftS = shown.length === 0 ? undefined : Math.max(...shown.map((one) => one.leftS))
    return secretState(
      sides.some(({ secret }) => secret.isLoading),
      leftS,
      theme,
    )
  }
  const isShown = sides.some(({ secret }) => secret.shown !== undefined || secret.isLoading)
  const hide = () => {
    for (const { secret } of sides) secret.hide()
  }
  return {
    hide,
    toggle: () => {
      if (isShown) return hide()
      if (path === undefined || key === undefined || holding.length === 0) return tell(NO_SECRET)
      if (isPrivate) return tell(SECRET_IN_PRIVATE)
      for (const { revision, secret } of holding) {
        if (revision?.revision !== undefined) secret.reveal(revision.revision, path, key)
      }
    },
    /** What is said of them, with the values while they are shown; nothing where there are none. The values must not be kept. */
    lines: (width: number, theme: Theme): string[] => {
      if (holding.length === 0) return []
      const values = shown.flatMap(({ name, value }) => {
        const rows = wrapText(safeText(revealedText(value, 2), 'text'), Math.max(8, width - 2)).slice(0, MOST_ROWS)
        return rows.map((row, y) => `${y === 0 ? theme.strong(name) : ' '} ${row}`)
      })
      return [stateText(theme), ...values]
    },
    /** The same in one row. */
    line: (theme: Theme): string => {
      if (holding.length === 0) return ''
      const values = shown.map(({ name, value }) => `${theme.strong(name)} ${safeText(revealedText(value))}`)
      return [stateText(theme), ...values].join('   ')
    },
  }
}

const holdsMask = (value: unknown): boolean => {
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0 && count < MOST_VALUES; count += 1) {
    const one = open.pop()
    if (typeof one === 'string' && hasMask(one)) return true
    if (typeof one !== 'object' || one === null) continue
    for (const [name, member] of Object.entries(one).slice(0, MOST_VALUES)) {
      if (hasMask(name)) return true
      open.push(member)
    }
  }
  return false
}
