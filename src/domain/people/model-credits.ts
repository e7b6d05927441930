import { memoize } from '../../base/memoize.ts'
import { floatsOf, marksOf } from '../../base/typed-arrays.ts'
import type { Range } from '../calendar/calendar.ts'
import { matcherOf } from '../filter/text-test.ts'
import type { PersonCredits } from '../usage/credit-days.ts'
import type { People } from './people.ts'
import type { ManyWordField, PeopleList } from './people-list.ts'
import { NO_WORD } from './person-days.ts'

/** Credits of the matching models over a range, by user. User and day numbers are those of `people`. */
const modelCreditsOf = (credits: PersonCredits, people: People, range: Range, isWanted: (model: string) => boolean) => {
  const wanted = credits.models.map((model) => model !== '' && isWanted(model))
  const persons = credits.ids.map((id) => people.personOf(id) ?? NOT_FOUND)
  const numbers = new Map(people.days.map((day, number) => [day, number]))
  const ofPeople = new Float64Array(people.ids.length)
  const used = new Uint8Array(people.ids.length)
  const byDay = new Map<number, number>()
  const usedOn = new Set<number>()
  const keyOf = (person: number, day: number): number => person * MAX_DAYS + day
  for (const [date, columns] of credits.columns.entries()) {
    const ownDay = credits.days[date] ?? ''
    if (ownDay < range.from || ownDay > range.to) continue
    const day = numbers.get(ownDay) ?? NOT_FOUND
    for (let entry = 0; entry < columns.person.length; entry++) {
      const person = persons[columns.person[entry] ?? 0] ?? NOT_FOUND
      if (person === NOT_FOUND) continue
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
      if (day === NOT_FOUND) continue
      if (isThere) usedOn.add(keyOf(person, day))
      if (sum !== 0) byDay.set(keyOf(person, day), sum)
    }
  }
  return {
    /** Credits of a user over the range or on one day; 0 if none were used, NaN if an entry doesn't list its models. */
    creditsOf: (person: number, day?: number) =>
      (day === undefined ? ofPeople[person] : byDay.get(keyOf(person, day))) ?? 0,
    /** Whether a user used one of the models, in the range or on one day. */
    isUsedBy: (person: number, day?: number) =>
      day === undefined ? used[person] === 1 : usedOn.has(keyOf(person, day)),
  }
}

/** Marks a user or day that has no rows in `people`. */
const NOT_FOUND = -1
/** More days than any range has. */
const MAX_DAYS = 0x10000

/** The rows behind the entries of a list. */
type Entries = {
  people: People
  range: Range
  credits: PersonCredits | undefined
  person: Uint32Array
  /** The day of an entry, for lists of single days. */
  dayOf?: (entry: number) => number
  /** Whether an entry has a matching word in its rows. */
  hasWord: (field: ManyWordField) => (entry: number, isWanted: (word: number) => boolean) => boolean
}

/** The columns of a list that filters use for models and languages. */
export const modelColumns = ({
  people,
  range,
  credits,
  person,
  dayOf,
  hasWord,
}: Entries): Pick<PeopleList, 'matchingMarks' | 'creditsOn' | 'models'> => ({
  matchingMarks(field, isWanted) {
    const isOne = memoize((word: number) => isWanted(people.words[word] ?? ''))
    const has = hasWord(field)
    const used = field === 'model' && credits ? modelCreditsOf(credits, people, range, isWanted) : undefined
    return marksOf(person.length, (entry) =>
      has(entry, isOne) || used?.isUsedBy(person[entry] ?? 0, dayOf?.(entry)) ? 1 : 0,
    )
  },
  creditsOn(models) {
    const matches = matcherOf(models)
    const used = credits && modelCreditsOf(credits, people, range, (model) => matches(model.toLowerCase()))
    return floatsOf(person.length, (entry) => used?.creditsOf(person[entry] ?? 0, dayOf?.(entry)) ?? Number.NaN)
  },
  models() {
    const codes = new Set(people.codes.primary_model.subarray(0, people.length))
    const main = [...codes].filter((code) => code !== NO_WORD).map((code) => people.words[code] ?? '')
    return [...new Set([...(credits?.models ?? []), ...main])].filter((model) => model !== '')
  },
})
