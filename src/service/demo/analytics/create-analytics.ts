import {
  addDays,
  type Day,
  daysBetween,
  daysOf,
  EARLIEST_DAY,
  type Range,
  weekdayOf,
} from '../../../domain/calendar/calendar.ts'
import { groupedRows } from '../../store/analytics-store.ts'
import type { Stores } from '../../store/store.ts'
import type { Person } from '../kit/demo-people.ts'
import { createRandom } from '../kit/random.ts'
import { type ActivityRows, createActivityRows, EARLIER_DAYS } from './activity-row.ts'
import { productivityRow, toolRow } from './count-rows.ts'
import { creditRow } from './credit-row.ts'
import { creditsOf, type DayOfDemo, type PersonActivity, personActivity, personRow, personText } from './person-day.ts'
import { spikeDay, withSpike } from './spike.ts'

/**
 * Prepares the activity of people per day, and the totals of the days, which are exact sums of it.
 *
 * @param range - All days of the demo.
 * @returns A function that creates the missing days, starting at a given day. It may be called repeatedly.
 */
export const createAnalytics = (people: readonly Person[], range: Range, seed: number) => {
  const dayOfSpike = spikeDay(range.to)
  const texts = people.map(personText)
  const indexOf = (day: Day): number => daysBetween(EARLIEST_DAY, day)
  const activitiesOf = (day: Day): PersonActivity[] => {
    const usual = activitiesOn({ index: indexOf(day), weekday: weekdayOf(day) }, people, seed)
    return day === dayOfSpike ? withOneSpike(usual, people, seed) : usual
  }
  const fill = async ({ days, personDays }: Stores, day: Day, { activityRow }: ActivityRows): Promise<void> => {
    const index = indexOf(day)
    const activities = activitiesOf(day)
    await personDays.put(
      activities.map((one) => ({
        day,
        user_id: one.person.id,
        row: personRow(one, day, texts[one.person.index] ?? personText(one.person)),
      })),
    )
    const random = createRandom(seed, 5, index)
    await days.put('credits', { day, ...creditRow(activities, day, texts) })
    const tools = toolRow(activities, day, random)
    await days.put('tools', { day, row: JSON.stringify(tools), grouped: groupedRows.tools(tools) })
    const activity = activityRow(activities, day, index)
    await days.put('activity', { day, row: JSON.stringify(activity), grouped: groupedRows.activity(activity) })
    await days.put('productivity', { day, row: JSON.stringify(productivityRow(activities, day, random)), grouped: '' })
  }
  let filledFrom = addDays(range.to, 1)
  return async (stores: Stores, from: Day, onDay = () => {}): Promise<void> => {
    const first = from < range.from ? range.from : from
    if (first >= filledFrom) return
    const rows = createActivityRows(people.length)
    const earlier = addDays(first, -EARLIER_DAYS)
    for (const day of daysOf({ from: earlier < range.from ? range.from : earlier, to: addDays(first, -1) }))
      rows.remember(activitiesOf(day), indexOf(day))
    for (const day of daysOf({ from: first, to: addDays(filledFrom, -1) })) {
      onDay()
      await fill(stores, day, rows)
    }
    filledFrom = first
  }
}

const activitiesOn = (day: DayOfDemo, people: readonly Person[], seed: number): PersonActivity[] =>
  people.map((person) => personActivity(seed, person, day)).filter((activity) => activity !== undefined)

const withOneSpike = (usual: PersonActivity[], people: readonly Person[], seed: number): PersonActivity[] => {
  const [person] = people
  if (person === undefined) return usual
  const others = usual.filter((activity) => activity.person !== person)
  const credits = creditsOf({ models: others.flatMap(({ models }) => models) })
  const own = usual.find((activity) => activity.person === person) ?? ordinaryDay(person, seed)
  return [withSpike(own, credits, seed), ...others]
}

/** A working day of a person who was absent on the day of the spike. */
const ordinaryDay = (person: Person, seed: number): PersonActivity => {
  for (let index = person.firstDay; ; index++) {
    const activity = personActivity(seed, { ...person, activity: 1 }, { index, weekday: 1 })
    if (activity !== undefined) return { ...activity, person }
  }
}
