import { type Day, lengthOf, type Range } from '../calendar/calendar.ts'
import { earlierDays } from '../calendar/weekday-baseline.ts'
import { WITHOUT_USER } from '../text/format.ts'
import { daysWithin } from './breakdown.ts'
import type { CreditDayRow, PersonCredits } from './credit-days.ts'
import { contributorsOf, toKeyedDays } from './day-explanation.ts'
import { rowsOf } from './measure-figures.ts'
import type { DayCredits } from './person-credits.ts'

/** A user's use of a model. */
type ModelPerson = {
  /** The user's id; `''` for entries without one. Untrusted text. */
  key: string
  /** The e-mail if known, otherwise the id. Untrusted text. */
  name: string
  /** Undefined if no entry has a value. */
  credits: number | undefined
  /** One value per day: 0 if the user isn't in the day's breakdown, undefined without a breakdown. */
  series: (number | undefined)[]
}

/** The users of a model in a range, most credits first. */
export const peopleOfModel = (people: PersonCredits, model: string, range: Range): ModelPerson[] => {
  const place = people.models.indexOf(model)
  if (place < 0) return []
  const empty = new Array<number | undefined>(lengthOf(range)).fill(undefined)
  const within = daysWithin(people, range)
  for (const { index } of within) empty[index] = 0
  const found = new Map<number, ModelPerson>()
  for (const { columns, index } of within) {
    for (let entry = 0; entry < columns.person.length; entry += 1) {
      const credits = creditsOf(columns, entry, place)
      if (credits === undefined) continue
      const person = columns.person[entry] ?? 0
      let row = found.get(person)
      if (!row) {
        const key = people.ids[person] ?? ''
        const name = key === '' ? WITHOUT_USER : (people.emails[person] ?? key)
        row = { key, name, credits: undefined, series: empty.slice() }
        found.set(person, row)
      }
      row.series[index] = Number.isNaN(credits) ? undefined : credits
      if (!Number.isNaN(credits)) row.credits = (row.credits ?? 0) + credits
    }
  }
  return [...found.values()].sort((a, b) => (b.credits ?? -1) - (a.credits ?? -1) || (a.key < b.key ? -1 : 1))
}

// Adds up the tiers of a model. Undefined if the entry doesn't contain the model, NaN if the amount is missing.
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

/** The credits of each model by tier over a range. Models and tiers are untrusted ids; `''` if missing. */
export const modelTiers = (days: readonly CreditDayRow[], range: Range): Map<string, Map<string, number>> => {
  const tiers = new Map<string, Map<string, number>>()
  for (const row of rowsOf(days, range)) {
    for (const { model_id: model = '', model_tier: tier = '', billable_tokens: credits } of row.by_model ?? []) {
      const byTier = tiers.get(model) ?? new Map<string, number>()
      byTier.set(tier, (byTier.get(tier) ?? 0) + (credits ?? 0))
      tiers.set(model, byTier)
    }
  }
  return tiers
}

/** The tiers of a model as text: the tier, or the share of each if there are several, largest first. */
export const tierText = (tiers: ReadonlyMap<string, number> | undefined): string => {
  const known = [...(tiers ?? [])].filter(([tier]) => tier !== '').sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const whole = known.reduce((sum, [, credits]) => sum + credits, 0)
  if (known.length < 2 || !(whole > 0)) return known.map(([tier]) => tier).join(', ')
  return known.map(([tier, credits]) => `${tier} ${Math.round((credits / whole) * 100)} %`).join(', ')
}

/**
 * The combination of user and model with the largest effect on a day, each compared with its own median for the
 * weekday; undefined if no data is known.
 *
 * @param difference - The day's credits minus the usual value.
 */
export const personOnModel = (people: PersonCredits, day: Day, difference: number) => {
  const { days, ids, emails, models } = people
  const today = days.includes(day) ? creditsOn(people, day) : undefined
  if (!today) return undefined
  const earlier = earlierDays(day)
    .filter((each) => days.includes(each))
    .map((each) => creditsOn(people, each))
  const [largest] = contributorsOf(toKeyedDays(today, earlier), difference, 1)
  if (!largest) return undefined
  const [person = 0, model = 0] = largest.key.split(' ').map(Number)
  // Untrusted texts. `share` is a fraction of the day's difference, and over 1 if others changed in the opposite
  // direction.
  return { person: ids[person] ?? '', email: emails[person], model: models[model] ?? '', share: largest.share }
}

/** Credits by user and model. Keys are their indexes in the columns. */
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
