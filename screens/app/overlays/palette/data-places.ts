import { memoize, memoizePerObject } from '../../../../src/base/memoize.ts'
import type { ControlRevision } from '../../../../src/contract/controls.ts'
import type { Lenient } from '../../../../src/contract/lenient.ts'
import type { Day } from '../../../../src/domain/calendar/calendar.ts'
import { pseudonymizeRevision } from '../../../../src/domain/overview/pseudonymize.ts'
import { repositoryRows } from '../../../../src/domain/readiness/repository-rows.ts'
import { authorOf } from '../../../../src/domain/revisions/revision-brief.ts'
import { pathText } from '../../../../src/domain/settings-diff/setting-path.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { CreditDays, PersonCredits } from '../../../../src/domain/usage/credit-days.ts'
import { historyBefore } from '../../../kit/query/use-credit-days.ts'
import { personName } from '../../../kit/session/person-name.ts'
import { briefJson } from '../../../kit/tree/value-text.ts'
import { partsOf, pathOf, type ValueNode, valueRoot } from '../../../kit/tree/value-tree.ts'
import {
  betterFit,
  createFitMatcher,
  type Fit,
  MAX_LISTED,
  type PaletteContext,
  type Place,
  type Provider,
} from './place.ts'

/** Names of people by the salt of pseudonyms, computed once instead of for each typed letter. */
const namesOf = memoizePerObject(({ ids, emails }: PersonCredits) =>
  memoize((salt: string | undefined) => ids.map((id, person) => personName(id, emails[person], salt))),
)

/** People who used credits in the shown days or in the weeks before. The latter open at their last active day. */
export const personPlaces: Provider = {
  kind: 'people',
  find: (typed, { read, range, salt, openScreen }) => {
    if (typed === '') return []
    const before = historyBefore(range)
    const shown = read('creditDays', { range })
    const earlier = before && read('creditDays', { range: before })
    const fitOf = createFitMatcher(typed)
    const found = new Set<string>()
    const places: Place[] = []
    const counts: Partial<Record<Fit, number>> = {}
    for (const credits of [shown, earlier]) {
      const names = credits ? namesOf(credits.people)(salt) : []
      credits?.people.ids.forEach((id, person) => {
        const name = names[person] ?? ''
        const fit = salt === undefined && name !== id ? betterFit(fitOf(name), fitOf(id)) : fitOf(name)
        if (!fit || id === '') return
        const count = counts[fit] ?? 0
        // Past the limit for this fit: not listed, so don't build a place.
        if (count >= MAX_LISTED || found.has(id)) return
        counts[fit] = count + 1
        found.add(id)
        const day = credits === shown ? undefined : lastDayOf(credits, person)
        places.push({
          id: `person:${id}`,
          text: safeText(name),
          ...(day !== undefined && { detail: `last seen ${dayLabel(day)}` }),
          label: 'person',
          fit,
          run: () => openScreen('people', { person: id, ...(day !== undefined && { day }) }),
        })
      })
    }
    return places
  },
}

const lastDayOf = ({ people }: CreditDays, person: number): Day | undefined =>
  people.days[people.columns.findLastIndex((columns) => columns.person.includes(person))]

/** Evaluates each list of reports once instead of for each typed letter. */
const rowsOf = memoizePerObject(repositoryRows)

/** Repositories that have a readiness report, by name and URL. */
export const repositoryPlaces: Provider = {
  kind: 'repositories',
  find: (typed, { read, openScreen }) => {
    if (typed === '') return []
    const fitOf = createFitMatcher(typed)
    return rowsOf(read('reports', {}) ?? []).flatMap(({ name, repoUrl, level }) => {
      const fit = betterFit(fitOf(name), fitOf(repoUrl))
      if (!fit) return []
      return {
        id: `repository:${repoUrl}`,
        text: name,
        detail: `L${level}  ${safeText(repoUrl)}`,
        label: 'repository',
        fit,
        run: () => openScreen('readiness', { repository: repoUrl }),
      }
    })
  },
}

/** Number of revisions to load, the same as the first page of the list and of the overview. */
const FIRST = 30

/** The loaded revisions, newest first. Names of people are hidden while the session is private. */
export const loadedRevisions = ({ read, salt }: PaletteContext): readonly Lenient<ControlRevision>[] => {
  const rows = read('revisions', { limit: FIRST }) ?? []
  const newestFirst = [...rows].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return salt === undefined ? newestFirst : newestFirst.map((row) => pseudonymizeRevision(row, salt))
}

/** Date and author of a revision. Safe text. */
export const revisionFacts = (one: Lenient<ControlRevision>): string =>
  [safeText(one.updatedAt?.slice(0, 10) ?? ''), safeText(authorOf(one).who ?? '')].filter(Boolean).join('  ')

/** Revisions of the controls by number, `418` or `rev 418`, including older ones that are not loaded. */
export const revisionPlaces: Provider = {
  kind: 'revisions',
  find: (typed, context) => {
    const wanted = /^(?:rev(?:ision)? ?)?(\d{1,9})$/i.exec(typed)?.[1]
    if (wanted === undefined) return []
    const revisions = loadedRevisions(context)
    const newest = revisions[0]?.revision
    if (newest === undefined) return []
    const place = (revision: number, detail: string, fit: Fit): Place => ({
      id: `revision:${revision}`,
      text: `revision ${revision}`,
      detail,
      label: 'revision',
      fit,
      run: () => context.openScreen('controls', { revision }),
    })
    const found = revisions.flatMap((one) => {
      const { revision } = one
      if (revision === undefined || !String(revision).startsWith(wanted)) return []
      return place(revision, revisionFacts(one), String(revision) === wanted ? 'whole' : 'word')
    })
    const number = Number(wanted)
    const isOlder = number >= 1 && number < newest && revisions.every(({ revision }) => revision !== number)
    return isOlder ? [place(number, 'older revision', 'whole'), ...found] : found
  },
}

/** Max nodes of the settings to search. */
const MAX = 20_000
/** Max characters of the value that is shown after its path. */
const VALUE = 60

/** Paths of the latest settings, the least deep first. */
export const pathPlaces: Provider = {
  kind: 'paths of controls',
  find: (typed, context) => {
    if (typed === '') return []
    const [latest] = loadedRevisions(context)
    if (latest === undefined) return []
    const fitOf = createFitMatcher(typed)
    const found: Place[] = []
    const queue: ValueNode[] = [valueRoot(latest.settings)]
    for (let at = 0; at < queue.length && at < MAX; at += 1) {
      const node = queue[at] as ValueNode
      for (const part of partsOf(node)) queue.push(part)
      if (node.step === undefined) continue
      const path = pathText(pathOf(node))
      const fit = fitOf(path)
      if (!fit) continue
      found.push({
        id: `path:${path}`,
        text: safeText(path),
        detail: safeText(briefJson(node.value, VALUE)),
        label: 'control',
        fit,
        score: -at,
        run: () => context.openScreen('controls', { path }),
      })
    }
    return found
  },
}
