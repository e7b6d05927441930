import { useMemo } from 'react'
import type { CreditModelDay } from '../../src/contract/credits.ts'
import type { Lenient } from '../../src/contract/lenient.ts'
import { lastOfMonth } from '../../src/domain/calendar/calendar.ts'
import { percent, shortNumber } from '../../src/domain/text/format.ts'
import {
  type BreakdownRow,
  breakdownByModel,
  breakdownByModelRows,
  breakdownByPerson,
} from '../../src/domain/usage/breakdown.ts'
import type { CreditDayRow, CreditDays } from '../../src/domain/usage/credit-days.ts'
import { explainDay } from '../../src/domain/usage/day-explanation.ts'
import { readDay } from '../../src/domain/usage/day-reading.ts'
import { forecastMonth } from '../../src/domain/usage/forecast.ts'
import { peopleOfModel } from '../../src/domain/usage/model-people.ts'
import { modelTiers, tierText } from '../../src/domain/usage/model-tiers.ts'
import { cacheShare, creditTotals, sumOf } from '../../src/domain/usage/totals.ts'
import { type PersonName, usePersonName } from '../kit/person-name.ts'
import { useCreditDays } from '../kit/use-credit-days.ts'
import { figureRows, figuresGroup, plainGroup } from './create-view.ts'
import { type Measure, measure, measuresOf, toMeasureInfo } from './measures.ts'
import { useGroupedDays } from './use-days.ts'
import type { GroupInfo, PlainRow, View, ViewData } from './view.ts'

const measures: readonly Measure<CreditDayRow>[] = [
  measure('credits', 'credits', 'count', 'sum', (day) => day.billable_tokens),
  measure('input', 'raw input tokens', 'count', 'sum', (day) => day.input_tokens),
  measure('output', 'raw output tokens', 'count', 'sum', (day) => day.output_tokens),
  measure('cacheRead', 'cache read tokens', 'count', 'sum', (day) => day.cache_read_tokens),
  measure('cacheWrite', 'cache write tokens', 'count', 'sum', (day) => day.cache_write_tokens),
  {
    id: 'cacheShare',
    title: 'cache share',
    unit: 'fraction',
    isStacked: false,
    lines: [
      {
        name: 'cache share',
        word: 'of range',
        read: (day) => cacheShare(day.cache_read_tokens, day.input_tokens),
        over: (rows) => {
          const read = sumOf(rows, 'cache_read_tokens')
          const input = sumOf(rows, 'input_tokens')
          return { value: cacheShare(read.value, input.value), missing: Math.max(read.missing, input.missing) }
        },
      },
    ],
  },
]

const credits = { ...plainGroup, counted: 'CREDITS', measure: 'credits', hasTokens: true } as const

const groups: readonly GroupInfo[] = [
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
  const figures = measuresOf(measures, days.days)
  return {
    series: figures.series,
    figures: figures.figures,
    missingDays: figures.missingDays,
    rows: (group, range) => {
      if (group === 'figures') return figureRows(measures as readonly Measure<never>[], figures, range)
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
      const whole = creditTotals(days.days, range).billable.value
      return peopleOfModel(days.people, model, range).map(({ key, name, credits: own, series }) => ({
        key,
        name: nameOf(key, name),
        value: { value: own, missing: 0 },
        share: own === undefined || !whole || whole < 0 ? undefined : own / whole,
        series,
      }))
    },
    read: (id, day) => {
      if (id !== 'credits') return readDay(day, figures.valueOn(id))
      const explained = explainDay(day, days)
      if (explained.status !== 'explained') return explained
      const { models, people, ...reading } = explained
      const named = people.map((one) => ({ ...one, name: nameOf(one.key, one.name) }))
      return { ...reading, reasons: [...models, ...named].sort((a, b) => b.share - a.share) }
    },
    facts: (range, today) => {
      const { cacheShare: share } = creditTotals(days.days, range)
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
  const grouped = useGroupedDays<Lenient<CreditModelDay>>('creditModelDays', range, isGrouped, 'creditDays')
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
  measures: measures.map((one) => toMeasureInfo(one as Measure<never>)),
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
