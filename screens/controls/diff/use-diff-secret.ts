import { useMemo } from 'react'
import { isContainer } from '../../../src/base/json.ts'
import { memoize } from '../../../src/base/memoize.ts'
import { hasMask } from '../../../src/domain/secrets/mask-settings.ts'
import { type Path, pathKey } from '../../../src/domain/settings-diff/setting-path.ts'
import { valueAt } from '../../../src/domain/settings-diff/value-at.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { revealedText, secretState, useReveal } from '../shared/use-reveal.ts'
import type { Revision } from '../shared/use-revisions.ts'
import type { ShownDiff } from './use-shown-diff.ts'

/** Maximum number of values searched for a secret, and of rows shown of one secret. */
const MAX_VALUES = 5_000
const MAX_ROWS = 20
/** Size of the memo of paths with secrets. */
const SECRET_MEMO_SIZE = 50

/** The secrets at a path on both sides: whether there are any and, for 15 seconds after `toggle`, their values. */
export const useDiffSecret = (
  { getPart, list }: Pick<ShownDiff, 'getPart' | 'list'>,
  before: Revision | undefined,
  after: Revision | undefined,
) => {
  // A secret is identified by its path and by both revisions.
  const getKey = (): string | undefined => {
    const { path, rowId } = getPart()
    return path && `${before?.revision} ${after?.revision} ${rowId} ${pathKey(path)}`
  }
  const secret = useReveal(getKey, list)
  const { shown = [] } = secret
  const sidesWith = useMemo(() => {
    const sides = [
      { name: 'A', revision: before?.revision, settings: before?.settings },
      { name: 'B', revision: after?.revision, settings: after?.settings },
    ]
    return memoize(
      (path: Path) => sides.filter(({ settings }) => containsMask(valueAt(settings, path))),
      SECRET_MEMO_SIZE,
    )
  }, [before, after])
  const getSides = () => {
    const { path } = getPart()
    return path ? sidesWith(path) : []
  }
  return {
    toggle: () => {
      const [{ path }, key, sides] = [getPart(), getKey(), getSides()]
      secret.toggle(path && key !== undefined && sides.length > 0 ? { path, key, sides } : undefined)
    },
    /** The state of the secrets, and their values while revealed. Callers must not store the values. */
    lines: (width: number, theme: Theme): string[] => {
      if (getSides().length === 0) return []
      const values = shown.flatMap(({ name, value }) => {
        const rows = wrapText(safeText(revealedText(value, 2), 'text'), Math.max(8, width - 2)).slice(0, MAX_ROWS)
        return rows.map((row, y) => `${y === 0 ? theme.strong(name) : ' '} ${row}`)
      })
      return [secretState(secret, theme), ...values]
    },
    /** The same in one row. */
    line: (theme: Theme): string => {
      if (getSides().length === 0) return ''
      const values = shown.map(({ name, value }) => `${theme.strong(name)} ${safeText(revealedText(value))}`)
      return [secretState(secret, theme), ...values].join('   ')
    },
  }
}

const containsMask = (value: unknown): boolean => {
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0 && count < MAX_VALUES; count += 1) {
    const one = open.pop()
    if (typeof one === 'string' && hasMask(one)) return true
    if (!isContainer(one)) continue
    for (const [name, member] of Object.entries(one).slice(0, MAX_VALUES)) {
      if (hasMask(name)) return true
      open.push(member)
    }
  }
  return false
}
