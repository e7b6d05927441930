import type { ControlRevision } from '../../../../src/contract/controls.ts'
import type { Lenient } from '../../../../src/contract/lenient.ts'
import { withHiddenRevision } from '../../../../src/domain/overview/hidden-people.ts'
import { authorOf } from '../../../../src/domain/revisions/revision-brief.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { Fit, PaletteWorld, Place, Provider } from './place.ts'

/** Revisions that are asked for: as many as the list of them and the overview begin with. */
const FIRST = 30

/** The revisions that are loaded, newest first, without names of people while the session is private. */
export const loadedRevisions = ({ read, salt }: PaletteWorld): readonly Lenient<ControlRevision>[] => {
  const rows = read('revisions', { limit: FIRST }) ?? []
  const newestFirst = [...rows].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return salt === undefined ? newestFirst : newestFirst.map((row) => withHiddenRevision(row, salt))
}

/** When a revision was made, and by whom. Safe text. */
export const revisionFacts = (one: Lenient<ControlRevision>): string =>
  [safeText(one.updatedAt?.slice(0, 10) ?? ''), safeText(authorOf(one).who ?? '')].filter(Boolean).join('  ')

/** Revisions of the controls by their numbers, `418` or `rev 418`; also older ones than are loaded. */
export const revisionPlaces: Provider = {
  kind: 'revisions',
  find: (typed, world) => {
    const wanted = /^(?:rev(?:ision)? ?)?(\d{1,9})$/i.exec(typed)?.[1]
    if (wanted === undefined) return []
    const revisions = loadedRevisions(world)
    const newest = revisions[0]?.revision
    if (newest === undefined) return []
    const place = (revision: number, detail: string, fit: Fit): Place => ({
      id: `revision:${revision}`,
      text: `revision ${revision}`,
      detail,
      label: 'revision',
      fit,
      run: () => world.openScreen('controls', { revision }),
    })
    const found = revisions.flatMap((one) => {
      const { revision } = one
      if (revision === undefined || !String(revision).startsWith(wanted)) return []
      return place(revision, revisionFacts(one), String(revision) === wanted ? 'whole' : 'word')
    })
    const number = Number(wanted)
    const isOlder = number >= 1 && number < newest && revisions.every(({ revision }) => revision !== number)
    return isOlder ? [place(number, 'an older one', 'whole'), ...found] : found
  },
}
