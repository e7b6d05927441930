import type { CreditModelDay } from '../../../contract/credits.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { daysOf, lastOfMonth } from '../../calendar/calendar.ts'
import { percent, shortNumber } from '../../text/format.ts'
import {
  absentModelRowSeries,
  absentModelSeries,
  absentPersonSeries,
  type BreakdownRow,
  breakdownByModel,
  breakdownByModelRows,
  breakdownByPerson,
  NO_ID,
} from '../breakdown.ts'
import type { CreditDays } from '../credit-days.ts'
import { explainDay } from '../day-explanation.ts'
import { readDay } from '../day-sentence.ts'
import { forecastMonth } from '../forecast.ts'
import { figureOf } from '../measure-figures.ts'
import { modelTiers, peopleOfModel, personOnModel, tierText } from '../model-people.ts'
import { creditMeasures } from '../usage-measures.ts'
import { figureRows, figuresGroup, measuredDays, plainGroup, viewMeasures } from './create-view.ts'
import type { AtLeastOne, GroupInfo, PlainRow, View, ViewData } from './view.ts'

const { billable_tokens, cache_share } = creditMeasures

const measures = viewMeasures(
  billable_tokens,
  creditMeasures.input_tokens,
  creditMeasures.output_tokens,
  creditMeasures.cache_read_tokens,
  creditMeasures.cache_write_tokens,
  cache_share,
)

const credits = {
  ...plainGroup,
  counted: 'CREDITS',
  shareOf: 'all credits',
  measure: billable_tokens.name,
  hasTokens: true,
} as const

const groups: AtLeastOne<GroupInfo> = [
  {
    ...credits,
    id: 'model',
    title: 'model',
    heading: 'MODEL',
    enter: 'people of model',
    details: [{ id: 'tier', title: 'TIER', width: { min: 9, max: 28 }, priority: 6 }],
    by: 'model',
  },
  { ...credits, id: 'person', title: 'person', heading: 'PERSON', hasUserIds: true, enter: 'person', by: 'person' },
  {
    ...credits,
    id: 'modelRows',
    title: 'model (grouped)',
    heading: 'MODEL',
    enter: 'people of model',
    by: 'model',
    groupBy: 'model',
  },
  figuresGroup,
]

/** What a table of credits says of models and of people, in the same columns. */
export const creditColumns = {
  model: { ...credits, heading: 'MODEL' },
  person: { ...credits, heading: 'PERSON' },
} as const

/** A part of the credits as a row. */
const toPlainRow = ({ key, name, credits, share, input, output, series }: BreakdownRow): PlainRow => ({
  key,
  name,
  value: credits,
  share,
  input: input.value,
  output: output.value,
  series,
})

/**
 * What the view shows of days.
 *
 * @param grouped - The rows that the API grouped by model, where the breakdown that is asked for needs them.
 * @param nameOf - What a person is called.
 */
export const creditViewData = (
  days: CreditDays,
  grouped: readonly Lenient<CreditModelDay>[] | undefined,
  nameOf: (id: string, email: string | undefined) => string,
): ViewData => {
  const figures = measuredDays(measures, days.days)
  const person = (id: string, email: string) => ({
    name: nameOf(id, email),
    userId: id === NO_ID ? null : nameOf(id, undefined),
  })
  return {
    series: figures.series,
    figures: figures.figures,
    missingDays: figures.missingDays,
    rows: (group, range) => {
      if (group === 'figures') return figureRows(measures, figures, range)
      if (group === 'person')
        return breakdownByPerson(days, range).map((row) => ({ ...toPlainRow(row), ...person(row.key, row.name) }))
      if (group === 'modelRows') return breakdownByModelRows(grouped ?? [], range, days.days).map(toPlainRow)
      const tiers = modelTiers(days.days, range)
      return breakdownByModel(days.days, range).map((row) => ({
        ...toPlainRow(row),
        details: { tier: tierText(tiers.get(row.key)) },
      }))
    },
    absentSeries: (group, range) => {
      if (group === 'person' || group === 'modelPerson') return absentPersonSeries(days.people, range)
      if (group === 'modelRows') return absentModelRowSeries(grouped ?? [], range, days.days)
      return group === 'model' ? absentModelSeries(days.days, range) : daysOf(range).map(() => undefined)
    },
    peopleOf: (model, range) => {
      const whole = figureOf(billable_tokens, days.days, range).value
      return peopleOfModel(days.people, model, range).map(({ key, name, credits: own, series }) => ({
        key,
        ...person(key, name),
        value: { value: own, missing: 0 },
        share: own === undefined || !whole || whole < 0 ? undefined : own / whole,
        series,
      }))
    },
    read: (id, day) => {
      if (id !== billable_tokens.name) return readDay(day, figures.valueOn(id))
      const explained = explainDay(day, days)
      if (explained.status !== 'explained') return explained
      const { models, people, ...reading } = explained
      const reasons = [...models, ...people].map(({ kind, ...one }) => ({
        ...one,
        by: kind,
        name: kind === 'person' ? nameOf(one.key, one.name) : one.name,
      }))
      return { ...reading, reasons }
    },
    causeOf: (id, day) => {
      if (id !== billable_tokens.name) return undefined
      const explained = explainDay(day, days)
      if (explained.status !== 'explained') return undefined
      const most = personOnModel(days.people, day, explained.difference)
      if (!most) {
        const [first] = [...explained.people, ...explained.models]
        return first && { ...first, name: first.kind === 'person' ? nameOf(first.key, first.name) : first.name }
      }
      return { name: `${nameOf(most.person, most.email)} on ${most.model}`, share: most.share }
    },
    facts: (range, today) => {
      const { value: share, missing } = figureOf(cache_share, days.days, range)
      const forecast = lastOfMonth(range.to) >= today ? forecastMonth(days.days, range.to) : undefined
      const { expected, low, high } = forecast ?? {}
      return [
        ...(forecast === undefined
          ? []
          : [{ label: 'month', text: `≈${shortNumber(expected)} ${shortNumber(low)}–${shortNumber(high)}` }]),
        ...(share === undefined ? [] : [{ label: 'cache', text: `${percent(share, 0)}${missing > 0 ? '?' : ''}` }]),
      ]
    },
  }
}

export const creditsView: View = {
  name: 'credits',
  command: 'analytics tokens',
  namesPeople: true,
  measures,
  groups,
  insideModel: {
    ...credits,
    id: 'modelPerson',
    title: 'person',
    heading: 'PERSON',
    hasTokens: false,
    hasUserIds: true,
    enter: 'person',
    by: 'person',
  },
}
