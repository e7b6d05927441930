import { memoize, memoizePerObject } from '../../../../src/base/memoize.ts'
import type { ControlRevision } from '../../../../src/contract/controls.ts'
import type { Lenient } from '../../../../src/contract/lenient.ts'
import type { ReadinessReport } from '../../../../src/contract/readiness.ts'
import type { Day } from '../../../../src/domain/calendar/calendar.ts'
import { pseudonymizeRevision } from '../../../../src/domain/overview/pseudonymize.ts'
import { tallyCriteria } from '../../../../src/domain/readiness/next-level.ts'
import { repositoryRows } from '../../../../src/domain/readiness/repository-rows.ts'
import { authorOf } from '../../../../src/domain/revisions/revision-brief.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { CreditDays, PersonCredits } from '../../../../src/domain/usage/credit-days.ts'
import { historyBefore } from '../../../kit/query/use-credit-days.ts'
import { personName } from '../../../kit/session/person-name.ts'
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
    return rowsOf(read('reports', {}) ?? none).flatMap(({ name, repoUrl, level }) => {
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

/** The tally of each criterion, computed once instead of for each typed letter. */
const talliesOf = memoizePerObject((reports: readonly Report[]) =>
  tallyCriteria(rowsOf(reports).map(({ report }) => report)),
)

/** The readiness criteria, by id. */
export const criterionPlaces: Provider = {
  // Criteria come from the same data.
  kind: 'repositories',
  find: (typed, { read, openScreen }) => {
    if (typed === '') return []
    const fitOf = createFitMatcher(typed)
    return [...talliesOf(read('reports', {}) ?? none)].flatMap(([id, { failed }]) => {
      const fit = betterFit(fitOf(id), fitOf(id.replaceAll('_', ' ')))
      if (!fit) return []
      return {
        id: `criterion:${id}`,
        text: safeText(id),
        detail: `fails in ${failed} ${failed === 1 ? 'repository' : 'repositories'}`,
        label: 'criterion',
        fit,
        run: () => openScreen('readiness', { criterion: id }),
      }
    })
  },
}

type Report = Lenient<ReadinessReport>
const none: readonly Report[] = []

/** Number of revisions to load, the same as the first page of the list and of the overview. */
const FIRST = 30

type Revision = Lenient<ControlRevision>

/** Sorted once instead of for each typed letter, so that what is computed from the list can be cached too. */
const newestFirst = memoizePerObject((rows: readonly Revision[]) => {
  const sorted = [...rows].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return memoize((salt: string | undefined): readonly Revision[] =>
    salt === undefined ? sorted : sorted.map((row) => pseudonymizeRevision(row, salt)),
  )
})

const noRevisions: readonly Revision[] = []

/** The loaded revisions, newest first. Names of people are hidden while the session is private. */
export const loadedRevisions = ({ read, salt }: PaletteContext): readonly Revision[] =>
  newestFirst(read('revisions', { limit: FIRST }) ?? noRevisions)(salt)

/** Date and author of a revision. Safe text. */
export const revisionFacts = (one: Revision): string =>
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
