import { daysBetween, lengthOf, type Range } from '../calendar/calendar.ts'
import { WITHOUT_USER } from '../text/format.ts'
import type { PersonCredits } from './credit-days.ts'
import type { DayCredits } from './person-credits.ts'

/** What one person used of a model. */
export type ModelPerson = {
  /** The person's id; `''` for entries that came without one. Untrusted text. */
  key: string
  /** E-mail where there is one, else the id. Untrusted text. */
  name: string
  /** undefined where no entry said. */
  credits: number | undefined
  /** A value a day: 0 on a day with a breakdown that the person used none on, undefined on one without a breakdown. */
  series: (number | undefined)[]
}

/** Who used a model in a range, most credits first. */
export const peopleOfModel = (people: PersonCredits, model: string, range: Range): ModelPerson[] => {
  const place = people.models.indexOf(model)
  if (place < 0) return []
  const empty = new Array<number | undefined>(lengthOf(range)).fill(undefined)
  const within = people.columns.flatMap((columns, date) => {
    const day = people.days[date] ?? ''
    return day < range.from || day > range.to ? [] : [{ columns, index: daysBetween(range.from, day) }]
  })
  for (const { index } of within) empty[index] = 0
  const found = new Map<number, ModelPerson>()
  for (const { columns, index } of within) {
    for (let entry = 0; entry < columns.person.length; entry += 1) {
      const credits = creditsOf(columns, entry, place)
      if (credits === undefined) continue
      const person = columns.person[entry] ?? 0
      let own = found.get(person)
      if (!own) {
        const key = people.ids[person] ?? ''
        const name = key === '' ? WITHOUT_USER : (people.emails[person] ?? key)
        own = { key, name, credits: undefined, series: empty.slice() }
        found.set(person, own)
      }
      own.series[index] = Number.isNaN(credits) ? undefined : credits
      if (!Number.isNaN(credits)) own.credits = (own.credits ?? 0) + credits
    }
  }
  return [...found.values()].sort((a, b) => (b.credits ?? -1) - (a.credits ?? -1) || (a.key < b.key ? -1 : 1))
}

// One model's tiers are added up; undefined where the entry does not have the model, NaN where it does not say how much.
const creditsOf = (
  { modelStart, model, modelCredits }: DayCredits,
  entry: number,
  place: number,
): number | undefined => {
  let sum: number | undefined
  for (let part = modelStart[entry] ?? 0; part < (modelStart[entry + 1] ?? 0); part += 1) {
    if (model[part] !== place) continue
    const credits = modelCredits[part] ?? Number.NaN
    sum = sum === undefined || Number.isNaN(sum) ? credits : Number.isNaN(credits) ? sum : sum + credits
  }
  return sum
}
