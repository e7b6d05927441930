import { isContainer } from '../../../src/base/json.ts'
import { authorOf } from '../../../src/domain/revisions/revision-author.ts'
import { fullNumber, moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { asManyAsFit } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import type { ValueNode } from '../../kit/tree/value-tree.ts'
import type { Revision } from '../shared/use-revisions.ts'
import type { SettingsChanges } from './settings-changes.ts'

/** Whose settings they are, and how much the revision changed. */
export const settingsHead = (
  { revision, updatedAt, user }: Revision,
  before: Revision | undefined,
  changes: SettingsChanges | undefined,
  width: number,
  theme: Theme,
): string => {
  const parts = [
    theme.strong(`revision ${revision ?? UNKNOWN}`),
    theme.muted(updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt))),
    safeText(authorOf({ user }).who ?? UNKNOWN),
    changesText(before, changes),
    theme.muted('secrets are masked'),
  ]
  return ` ${asManyAsFit(
    parts.filter((part) => part !== ''),
    width - 1,
    '   ',
  )}`
}

const changesText = (before: Revision | undefined, changes: SettingsChanges | undefined): string => {
  if (!before) return ''
  if (!changes) return 'comparing'
  if (changes.count === 0) return `the same as ${before.revision ?? 'before'}`
  return `${fullNumber(changes.count)} ${changes.count === 1 ? 'change' : 'changes'} since ${before.revision ?? 'before'}`
}

/** Why no row is shown. */
export const emptySettings = ({ value }: ValueNode, isFiltered: boolean, isFound: boolean): string[] => {
  if (value === undefined) return ['This revision has no settings.']
  if (!isContainer(value)) return [`The settings are no object but ${briefJson(value, 40)}.`]
  if (isFiltered) return [isFound ? 'Nothing here matches: Esc shows all.' : 'looking']
  return ['The settings hold nothing.']
}
