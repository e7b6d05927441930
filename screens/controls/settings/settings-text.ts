import { isContainer } from '../../../src/base/json.ts'
import { authorOf } from '../../../src/domain/revisions/revision-brief.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { counted, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, joinFitting } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { pathOf, type ValueNode } from '../../kit/tree/value-tree.ts'
import { timeOf, whoOf } from '../shared/revision-text.ts'
import { isSecret, type Reveal, revealedText, secretState } from '../shared/use-reveal.ts'
import type { Revision } from '../shared/use-revisions.ts'
import type { SettingsChanges } from './use-settings-changes.ts'

/** The revision of the settings, its author, and how much it changed. */
export const settingsHead = (
  { revision, updatedAt, user }: Revision,
  before: Revision | undefined,
  changes: SettingsChanges | undefined,
  width: number,
  theme: Theme,
): string => {
  const parts = [
    theme.strong(`revision ${revision ?? UNKNOWN}`),
    theme.muted(timeOf({ updatedAt })),
    whoOf(authorOf({ user })),
    changesText(before, changes),
    theme.muted('secrets are masked'),
  ]
  return ` ${joinFitting(
    parts.filter((part) => part !== ''),
    width - 1,
    '   ',
  )}`
}

const changesText = (before: Revision | undefined, changes: SettingsChanges | undefined): string => {
  if (!before) return ''
  if (!changes) return 'comparing…'
  if (changes.count === 0) return `the same as ${before.revision ?? 'before'}`
  return `${counted(changes.count, 'change')} since ${before.revision ?? 'before'}`
}

export const emptySettings = ({ value }: ValueNode, isFiltered: boolean, isFound: boolean): string => {
  if (value === undefined) return 'This revision has no settings.'
  if (!isContainer(value)) return `The settings are not an object: ${briefJson(value, 40)}.`
  if (isFiltered) return isFound ? 'No matching settings. Press Esc to show all.' : 'searching…'
  return 'The settings are empty.'
}

const kindTexts = {
  added: 'added by this revision',
  changed: 'changed by this revision',
  reordered: 'reordered by this revision',
  partRemoved: 'a part was removed by this revision',
} as const

/** The path of the selected part, and as much of its value as fits. */
export const settingsFoot = (
  row: ValueNode | undefined,
  changes: SettingsChanges | undefined,
  width: number,
  theme: Theme,
): string[] => {
  if (!row) return []
  const kind = changes?.kinds.get(row.key)
  const room = Math.max(8, width - 2)
  const was = changes?.before.has(row.key) ? `, previously ${briefJson(changes.before.get(row.key), room)}` : ''
  const values = wrapText(briefJson(row.value, 3 * room), room)
  return [
    ` ${theme.strong(safeText(pathText(pathOf(row))))}${kind ? `   ${theme.muted(kindTexts[kind] + was)}` : ''}`,
    ` ${values[0] ?? ''}`,
    isSecret(row)
      ? ` ${secretState(notShown, theme)}`
      : ` ${values[1] ?? ''}${values.length > 2 ? theme.signs.ellipsis : ''}`,
  ]
}

/** The state of a secret that is not revealed. */
const notShown = { isLoading: false, leftS: undefined }

/** A revealed secret in two rows; otherwise empty. */
export const secretLines = (secret: Reveal, width: number, theme: Theme): string[] => {
  const state = ` ${secretState(secret, theme)}`
  if (secret.isLoading) return [state, '']
  return (secret.shown ?? []).flatMap(({ value }) => [cutStyled(` ${safeText(revealedText(value))}`, width), state])
}

/**
 * The sign of an addition, change or reordering, or of a part that contains one. A removed part has no row: the sign of
 * a change is on its parent, because a removal sign there would mark the parent as removed.
 */
export const changeSign = (node: ValueNode, changes: SettingsChanges | undefined, theme: Theme): string => {
  const kind = changes?.kinds.get(node.key)
  if (kind === 'added') return theme.good(theme.signs.added)
  if (kind !== undefined) return theme.accent(kind === 'reordered' ? theme.signs.moved : theme.signs.changed)
  return changes?.ancestors.has(node.key) ? theme.muted(theme.signs.contains) : ' '
}
