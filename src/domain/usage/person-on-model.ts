import type { Day } from '../calendar/calendar.ts'
import { earlierDays } from '../calendar/same-weekday.ts'
import { contributorsOf, toKeyedDays } from './contributors.ts'
import type { PersonCredits } from './credit-days.ts'

export type PersonOnModel = {
  /** The person's id and e-mail, and the model. Untrusted texts. */
  person: string
  email: string | undefined
  model: string
  /** Of the day's difference; over 1 when others went the other way. */
  share: number
}

/**
 * Whose use of which model moved a day most, each against its own median of the same weekdays; undefined where nobody's is known.
 *
 * @param difference - The day's credits less what is usual.
 */
export const personOnModel = (people: PersonCredits, day: Day, difference: number): PersonOnModel | undefined => {
  const { days, ids, emails, models } = people
  const today = days.includes(day) ? creditsOn(people, day) : undefined
  if (!today) return undefined
  const earlier = earlierDays(day)
    .filter((each) => days.includes(each))
    .map((each) => creditsOn(people, each))
  const [most] = contributorsOf(toKeyedDays(today, earlier), difference, 1)
  if (!most) return undefined
  const [person = 0, model = 0] = most.key.split(' ').map(Number)
  return { person: ids[person] ?? '', email: emails[person], model: models[model] ?? '', share: most.share }
}

/** Credits by person and model, by their places in the columns. */
const creditsOn = (people: PersonCredits, day: Day): Map<string, number> => {
  const credits = new Map<string, number>()
  const columns = people.columns[people.days.indexOf(day)]
  if (!columns) return credits
  const { person, modelStart, model, modelCredits } = columns
  for (let entry = 0; entry < person.length; entry += 1)
    for (let part = modelStart[entry] ?? 0; part < (modelStart[entry + 1] ?? 0); part += 1) {
      const key = `${person[entry]} ${model[part]}`
      credits.set(key, (credits.get(key) ?? 0) + (modelCredits[part] ?? Number.NaN))
    }
  return credits
}
