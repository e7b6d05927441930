import { type Day, daysBetween, EARLIEST_DAY, weekdayOf } from '../../../domain/calendar/calendar.ts'
import { groupedRows } from '../../store/grouped-rows.ts'
import type { Store } from '../../store/store.ts'
import type { Person } from '../kit/made-up-people.ts'
import { createRandom } from '../kit/random.ts'
import { createActivityRows } from './activity-row.ts'
import { creditRow } from './credit-row.ts'
import { type DayOfDemo, type PersonActivity, personActivity } from './person-day.ts'
import { personRow, personText } from './person-row.ts'
import { productivityRow } from './productivity-row.ts'
import { spikeDay, withSpike } from './spike.ts'
import { toolRow } from './tool-row.ts'

/** Fills in what everybody did on each day, and the days' totals, which are exact sums of that. */
export const fillAnalytics = (
  store: Store,
  people: readonly Person[],
  days: readonly Day[],
  seed: number,
  onDay: () => void,
): void => {
  const last = days.at(-1)
  if (last === undefined) return
  const standsOut = spikeDay(last)
  const texts = people.map(personText)
  const activityRow = createActivityRows(people.length)
  for (const day of days) {
    onDay()
    const index = daysBetween(EARLIEST_DAY, day)
    const usual = activitiesOn({ index, weekday: weekdayOf(day) }, people, seed)
    const did = day === standsOut ? withOneSpike(usual, people, seed) : usual
    for (const one of did)
      store.personDays.put(day, one.person.id, personRow(one, day, texts[one.person.index] ?? personText(one.person)))
    const random = createRandom(seed, 5, index)
    store.days.put('credits', { day, ...creditRow(did, day, texts) })
    const tools = toolRow(did, day, random)
    store.days.put('tools', { day, row: JSON.stringify(tools), grouped: groupedRows.tools(tools) })
    const activity = activityRow(did, day, index)
    store.days.put('activity', { day, row: JSON.stringify(activity), grouped: groupedRows.activity(activity) })
    store.days.put('productivity', { day, row: JSON.stringify(productivityRow(did, day, random)), grouped: '' })
  }
}

const activitiesOn = (day: DayOfDemo, people: readonly Person[], seed: number): PersonActivity[] =>
  people.map((person) => personActivity(seed, person, day)).filter((did) => did !== undefined)

const withOneSpike = (usual: PersonActivity[], people: readonly Person[], seed: number): PersonActivity[] => {
  const [person] = people
  if (person === undefined) return usual
  const others = usual.filter((did) => did.person !== person)
  const credits = others.flatMap(({ models }) => models).reduce((sum, { billable }) => sum + billable, 0)
  const own = usual.find((did) => did.person === person) ?? ordinaryDay(person, seed)
  return [withSpike(own, credits, seed), ...others]
}

/** A day of work for somebody who was away on the day that should stand out. */
const ordinaryDay = (person: Person, seed: number): PersonActivity => {
  for (let index = person.firstDay; ; index++) {
    const did = personActivity(seed, { ...person, activity: 1 }, { index, weekday: 1 })
    if (did !== undefined) return { ...did, person }
  }
}
