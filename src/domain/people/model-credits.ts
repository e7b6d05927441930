import type { Range } from '../calendar/calendar.ts'
import { holds, type TextTest } from '../filter/text-test.ts'
import type { PersonCredits } from '../usage/credit-days.ts'
import type { People } from './people.ts'
import { NO_WORD } from './person-days.ts'

/** What people used of some models. */
export type ModelCredits = {
  /** Credits by number of the person; 0 of who used none, NaN where an entry does not say which models it was. */
  ofPeople: Float64Array
  /** The same of a person on a day, by their numbers. */
  onDay(person: number, day: number): number
  /** Whether a person used one of them at all, or on a day. */
  isUsedBy(person: number, day?: number): boolean
}

/**
 * Credits of a range on the models that are wanted, for the people of lists. Who is in no entry used none. The numbers of people and
 * days are those of `people`.
 */
export const modelCreditsOf = (
  credits: PersonCredits,
  people: People,
  range: Range,
  isWanted: (model: string) => boolean,
): ModelCredits => {
  const wanted = credits.models.map((model) => model !== '' && isWanted(model))
  const persons = credits.ids.map((id) => people.personOf(id) ?? NOBODY)
  const numbers = new Map(people.days.map((day, number) => [day, number]))
  const ofPeople = new Float64Array(people.ids.length)
  const used = new Uint8Array(people.ids.length)
  const byDay = new Map<number, number>()
  const usedOn = new Set<number>()
  const keyOf = (person: number, day: number): number => person * MAX_DAYS + day
  for (const [date, columns] of credits.columns.entries()) {
    const ownDay = credits.days[date] ?? ''
    if (ownDay < range.from || ownDay > range.to) continue
    const day = numbers.get(ownDay) ?? NOBODY
    for (let entry = 0; entry < columns.person.length; entry++) {
      const person = persons[columns.person[entry] ?? 0] ?? NOBODY
      if (person === NOBODY) continue
      const [from, to] = [columns.modelStart[entry] ?? 0, columns.modelStart[entry + 1] ?? 0]
      let [sum, isThere] = [0, false]
      for (let part = from; part < to; part++) {
        if (!wanted[columns.model[part] ?? 0]) continue
        isThere = true
        sum += columns.modelCredits[part] ?? Number.NaN
      }
      if (from === to && columns.credits[entry] !== 0) sum = Number.NaN
      ofPeople[person] = (ofPeople[person] ?? 0) + sum
      if (isThere) used[person] = 1
      if (day === NOBODY) continue
      if (isThere) usedOn.add(keyOf(person, day))
      if (sum !== 0) byDay.set(keyOf(person, day), sum)
    }
  }
  return {
    ofPeople,
    onDay: (person, day) => byDay.get(keyOf(person, day)) ?? 0,
    isUsedBy: (person, day) => (day === undefined ? used[person] === 1 : usedOn.has(keyOf(person, day))),
  }
}

const NOBODY = -1
/** More than a range has. */
const MAX_DAYS = 0x10000

/** Whether the name of a model passes a test. */
export const modelTest = (models: TextTest): ((model: string) => boolean) => {
  const isHeld = holds(models)
  return (model) => isHeld(model.toLowerCase())
}

/** The models of rows and of credits. Untrusted text. */
export const modelsOf = (people: People, credits: PersonCredits | undefined): readonly string[] => {
  const codes = new Set(people.codes.primary_model.subarray(0, people.length))
  const main = [...codes].filter((code) => code !== NO_WORD).map((code) => people.words[code] ?? '')
  return [...new Set([...(credits?.models ?? []), ...main])].filter((model) => model !== '')
}
