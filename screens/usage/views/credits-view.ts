import { useMemo } from 'react'
import type { CreditModelDay } from '../../../src/contract/credits.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import { lastOfMonth } from '../../../src/domain/calendar/calendar.ts'
import { percent, shortNumber } from '../../../src/domain/text/format.ts'
import {
  type BreakdownRow,
  breakdownByModel,
  breakdownByModelRows,
  breakdownByPerson,
} from '../../../src/domain/usage/breakdown.ts'
import type { CreditDays } from '../../../src/domain/usage/credit-days.ts'
import { explainDay } from '../../../src/domain/usage/day-explanation.ts'
import { readDay } from '../../../src/domain/usage/day-reading.ts'
import { forecastMonth } from '../../../src/domain/usage/forecast.ts'
import { figureOf } from '../../../src/domain/usage/measure-figures.ts'
import { peopleOfModel } from '../../../src/domain/usage/model-people.ts'
import { modelTiers, tierText } from '../../../src/domain/usage/model-tiers.ts'
import { personOnModel } from '../../../src/domain/usage/person-on-model.ts'
import { creditMeasures } from '../../../src/domain/usage/usage-measures.ts'
import { type PersonName, usePersonName } from '../../kit/person-name.ts'
import { useCreditDays } from '../../kit/use-credit-days.ts'
import { figureRows, figuresGroup, plainGroup } from './create-view.ts'
import { useWantedDays } from './use-days.ts'
import type { AtLeastOne, GroupInfo, PlainRow, View, ViewData } from './view.ts'
import { measuredDays, viewMeasures } from './view-measures.ts'

const { billable_tokens, cache_share } = creditMeasures

const measures = viewMeasures(
  billable_tokens,
  creditMeasures.input_tokens,
  creditMeasures.output_tokens,
  creditMeasures.cache_read_tokens,
  creditMeasures.cache_write_tokens,
  cache_share,
)

const credits = { ...plainGroup, counted: 'CREDITS', measure: billable_tokens.name, hasTokens: true } as const

const groups: AtLeastOne<GroupInfo> = [
  {
    ...credits,
    id: 'model',
    title: 'model',
    heading: 'MODEL',
    enter: 'people of model',
    details: [{ id: 'tier', title: 'TIER', width: { min: 9, max: 28 }, priority: 6 }],
    command: 'analytics tokens --group-by model',
  },
  { ...credits, id: 'person', title: 'person', heading: 'PERSON', enter: 'person', command: 'analytics tokens' },
  {
    ...credits,
    id: 'modelRows',
    title: 'model (grouped)',
    heading: 'MODEL',
    enter: 'people of model',
    command: 'analytics tokens --group-by model',
  },
  figuresGroup('analytics tokens'),
]

/** What a table of credits says of models and of people, in the same columns. */
export const creditColumns = {
  model: { ...credits, heading: 'MODEL' },
  person: { ...credits, heading: 'PERSON' },
} as const

/** A part of the credits as a row. */
export const toPlainRow = ({ key, name, credits, share, input, output, series }: BreakdownRow): PlainRow => ({
  key,
  name,
  value: credits,
  share,
  input: input.value,
  output: output.value,
  series,
})

const dataOf = (
  days: CreditDays,
  grouped: readonly Lenient<CreditModelDay>[] | undefined,
  nameOf: PersonName,
): ViewData => {
  const figures = measuredDays(measures, days.days)
  return {
    series: figures.series,
    figures: figures.figures,
    missingDays: figures.missingDays,
    rows: (group, range) => {
      if (group === 'figures') return figureRows(measures, figures, range)
      if (group === 'person')
        return breakdownByPerson(days, range).map((row) => ({ ...toPlainRow(row), name: nameOf(row.key, row.name) }))
      if (group === 'modelRows') return breakdownByModelRows(grouped ?? [], range, days.days).map(toPlainRow)
      const tiers = modelTiers(days.days, range)
      return breakdownByModel(days.days, range).map((row) => ({
        ...toPlainRow(row),
        details: { tier: tierText(tiers.get(row.key)) },
      }))
    },
    peopleOf: (model, range) => {
      const whole = figureOf(billable_tokens, days.days, range).value
      return peopleOfModel(days.people, model, range).map(({ key, name, credits: own, series }) => ({
        key,
        name: nameOf(key, name),
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
      const named = people.map((one) => ({ ...one, name: nameOf(one.key, one.name) }))
      return { ...reading, reasons: [...models, ...named].sort((a, b) => b.share - a.share) }
    },
    causeOf: (id, day) => {
      if (id !== billable_tokens.name) return undefined
      const explained = explainDay(day, days)
      if (explained.status !== 'explained') return undefined
      const most = personOnModel(days.people, day, explained.difference)
      if (!most) return [...explained.people, ...explained.models][0]
      return { name: `${nameOf(most.person, most.email)} on ${most.model}`, share: most.share }
    },
    facts: (range, today) => {
      const share = figureOf(cache_share, days.days, range).value
      const forecast = lastOfMonth(range.to) >= today ? forecastMonth(days.days, range.to) : undefined
      const { expected, low, high } = forecast ?? {}
      return [
        ...(forecast === undefined
          ? []
          : [{ label: 'month', text: `≈${shortNumber(expected)} ${shortNumber(low)}–${shortNumber(high)}` }]),
        ...(share === undefined ? [] : [{ label: 'cache', text: percent(share, 0) }]),
      ]
    },
  }
}

const useData: View['useData'] = (range, group) => {
  const { days, hasHistory, states } = useCreditDays(range)
  const isGrouped = group === 'modelRows'
  const grouped = useWantedDays(isGrouped ? 'creditModelDays' : undefined, range, 'creditDays')
  const nameOf = usePersonName()
  const data = useMemo(() => days && dataOf(days, grouped.rows, nameOf), [days, grouped.rows, nameOf])
  return {
    data,
    hasHistory: hasHistory && grouped.hasHistory,
    hasRows: days !== undefined && (!isGrouped || grouped.rows !== undefined),
    states: isGrouped ? [...states, ...grouped.states] : states,
  }
}

export const creditsView: View = {
  name: 'credits',
  namesPeople: true,
  measures,
  groups,
  insideModel: {
    ...credits,
    id: 'modelPerson',
    title: 'person',
    heading: 'PERSON',
    hasTokens: false,
    enter: 'person',
    command: 'analytics tokens',
  },
  useData,
}
