import { memoize, memoizePerObject } from '../../../../src/base/memoize.ts'
import type { Day } from '../../../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { CreditDays, PersonCredits } from '../../../../src/domain/usage/credit-days.ts'
import { historyBefore } from '../../../kit/query/use-credit-days.ts'
import { personName } from '../../../kit/session/person-name.ts'
import { betterOf, fitsTo } from './fit-of.ts'
import { type Fit, MOST_LISTED, type Place, type Provider } from './place.ts'

/** What people are called, by the salt of pseudonyms: they are made once, not for each letter that is typed. */
const namesOf = memoizePerObject(({ ids, emails }: PersonCredits) =>
  memoize((salt: string | undefined) => ids.map((id, person) => personName(id, emails[person], salt))),
)

/** People who used credits in the shown days or the weeks before them; who did so only before is opened at the last of their days. */
export const personPlaces: Provider = {
  kind: 'people',
  find: (typed, { read, range, salt, openScreen }) => {
    if (typed === '') return []
    const before = historyBefore(range)
    const shown = read('creditDays', { range })
    const earlier = before && read('creditDays', { range: before })
    const fitOf = fitsTo(typed)
    const found = new Set<string>()
    const places: Place[] = []
    const counts: Partial<Record<Fit, number>> = {}
    for (const credits of [shown, earlier]) {
      const names = credits ? namesOf(credits.people)(salt) : []
      credits?.people.ids.forEach((id, person) => {
        const name = names[person] ?? ''
        const fit = salt === undefined && name !== id ? betterOf(fitOf(name), fitOf(id)) : fitOf(name)
        if (!fit || id === '') return
        const count = counts[fit] ?? 0
        // Those behind so many that fit as well are not listed, and nothing is made of them.
        if (count >= MOST_LISTED || found.has(id)) return
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
