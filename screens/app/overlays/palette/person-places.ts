import type { Day } from '../../../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import type { CreditDays } from '../../../../src/domain/usage/credit-days.ts'
import { historyBefore } from '../../../kit/query/use-credit-days.ts'
import { personName } from '../../../kit/session/person-name.ts'
import { bestFit } from './fit-of.ts'
import type { Place, Provider } from './place.ts'

/** People who used credits in the shown days or the weeks before them; who did so only before is opened at the last of their days. */
export const personPlaces: Provider = {
  kind: 'people',
  find: (typed, { read, range, salt, openScreen }) => {
    if (typed === '') return []
    const before = historyBefore(range)
    const shown = read('creditDays', { range })
    const earlier = before && read('creditDays', { range: before })
    const found = new Map<string, Place>()
    for (const credits of [shown, earlier]) {
      credits?.people.ids.forEach((id, person) => {
        if (id === '' || found.has(id)) return
        const email = credits.people.emails[person]
        const name = personName(id, email, salt)
        const fit = bestFit(salt === undefined ? [name, id] : [name], typed)
        if (!fit) return
        const day = credits === shown ? undefined : lastDayOf(credits, person)
        found.set(id, {
          id: `person:${id}`,
          text: safeText(name),
          ...(day !== undefined && { detail: `last seen ${dayLabel(day)}` }),
          label: 'person',
          fit,
          run: () => openScreen('people', { person: id, ...(day !== undefined && { day }) }),
        })
      })
    }
    return [...found.values()]
  },
}

const lastDayOf = ({ people }: CreditDays, person: number): Day | undefined =>
  people.days[people.columns.findLastIndex((columns) => columns.person.includes(person))]
