import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { pathOf, type ValueNode } from '../../kit/tree/value-tree.ts'
import { isSecret } from '../shared/is-secret.ts'
import { revealedText, secretState } from '../shared/secret-text.ts'
import type { Revealed } from '../shared/use-reveal.ts'
import type { SettingsChanges } from './settings-changes.ts'

const kindWords = {
  added: 'added by this revision',
  changed: 'changed by this revision',
  reordered: 'put in another order by this revision',
  lost: 'this revision took something out of it',
} as const

/** The selected part: where it is, and its value as far as it has room. */
export const settingsFoot = (
  row: ValueNode | undefined,
  changes: SettingsChanges | undefined,
  width: number,
  theme: Theme,
): string[] => {
  if (!row) return []
  const kind = changes?.kinds.get(row.key)
  const room = Math.max(8, width - 2)
  const was = changes?.before.has(row.key) ? `, before it was ${briefJson(changes.before.get(row.key), room)}` : ''
  const values = wrapText(briefJson(row.value, 3 * room), room)
  return [
    ` ${theme.strong(safeText(pathText(pathOf(row))))}${kind ? `   ${theme.muted(kindWords[kind] + was)}` : ''}`,
    ` ${values[0] ?? ''}`,
    isSecret(row)
      ? ` ${secretState(false, undefined, theme)}`
      : ` ${values[1] ?? ''}${values.length > 2 ? theme.signs.ellipsis : ''}`,
  ]
}

/** The secret while it is shown, in two rows; nothing otherwise. */
export const secretLines = (
  { shown, isLoading }: { shown: Revealed | undefined; isLoading: boolean },
  width: number,
  theme: Theme,
): string[] => {
  if (isLoading) return [` ${secretState(true, undefined, theme)}`, '']
  if (!shown) return []
  const lines = [` ${safeText(revealedText(shown.value))}`, ` ${secretState(false, shown.leftS, theme)}`]
  return lines.map((line) => cutStyled(line, width))
}
