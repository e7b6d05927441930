import { isContainer } from '../../../src/base/json.ts'
import type { Blame, BlameEntry } from '../../../src/domain/revisions/blame.ts'
import { UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson } from '../../kit/tree/value-text.ts'
import { changesText } from '../shared/changes-text.ts'

/** Revisions that the compact form names. */
export const BLAMED = 4

const whoOf = ({ who }: BlameEntry): string => safeText(who ?? UNKNOWN)

/** `last changed in 418 by m.ito`, without the name where that needs more than `cells`; empty while it is not known. */
export const lastChangedText = (blame: Blame | undefined, cells: number): string => {
  const newest = blame?.entries[0]
  if (!newest) return ''
  const verb = newest.kind === 'first seen' ? 'first seen' : newest.kind === 'removed' ? 'removed' : 'last changed'
  const short = `${verb} in ${newest.revision ?? UNKNOWN}`
  const whole = `${short} by ${whoOf(newest)}`
  return textWidth(whole) <= cells ? whole : short
}

/** Who changed a part, newest first, a row each with what it was from then on. */
export const blameRows = (blame: Blame | undefined, width: number, theme: Theme): string[] => {
  if (!blame || blame.entries.length === 0) return []
  return [
    `${theme.muted('BLAME')}${theme.muted('   b shows all of it')}`,
    ...blame.entries.slice(0, BLAMED).map((entry) => {
      const what = whatText(entry, width, theme)
      const seen = entry.kind === 'first seen' ? theme.muted(' first seen') : ''
      return cutStyled(`${entry.revision ?? UNKNOWN} ${theme.muted(whoOf(entry))}${seen}  ${what}`, width)
    }),
  ]
}

/** Of a list what it gained and lost, of an object the members that changed, of anything else what it became. */
const whatText = ({ kind, after, changes }: BlameEntry, width: number, theme: Theme): string => {
  if (kind === 'removed') return theme.muted('removed')
  return kind === 'changed' && changes.length > 0 && isContainer(after)
    ? changesText(changes, width, theme)
    : briefJson(after, width)
}
