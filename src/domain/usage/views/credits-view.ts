import type { CreditModelDay } from '../../../contract/credits.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { lastOfMonth } from '../../calendar/calendar.ts'
import type { CreditPrice } from '../../money/price.ts'
import { type Teams, UNASSIGNED } from '../../teams/teams.ts'
import { percent, shortNumber } from '../../text/format.ts'
import {
  type BreakdownRow,
  breakdownByModel,
  breakdownByModelRows,
  breakdownByPerson,
  modelParts,
  modelRowParts,
  NO_ID,
  shareOf,
} from '../breakdown.ts'
import type { CreditDays } from '../credit-days.ts'
import { absentSeries } from '../day-breakdowns.ts'
import { explainDay, type Reason } from '../day-explanation.ts'
import { readDay } from '../day-sentence.ts'
import { forecastMonth } from '../forecast.ts'
import { figureOf } from '../measure-figures.ts'
import { modelTiers, peopleOfModel, personOnModel, tierText } from '../model-people.ts'
import { breakdownByTeam, membersOfTeam } from '../team-breakdown.ts'
import { creditMeasures } from '../usage-measures.ts'
import { figureRows, figuresGroup, groupOf, measuredDays, viewMeasures } from './create-view.ts'
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
  counted: 'CREDITS',
  shareOf: 'all credits',
  measure: billable_tokens.name,
  hasTokens: true,
} as const
const byModel = { ...credits, enter: 'its people' } as const
const byPerson = { ...credits, hasUserIds: true, enter: 'person' } as const

const groups: AtLeastOne<GroupInfo> = [
  groupOf('model', 'model', {
    ...byModel,
    details: [{ id: 'tier', title: 'TIER', width: { min: 9, max: 28 }, priority: 6 }],
  }),
  groupOf('person', 'person', byPerson),
  groupOf('modelRows', 'model (grouped)', { ...byModel, heading: 'MODEL', by: 'model', groupBy: 'model' }),
  figuresGroup,
  groupOf('team', 'team', {
    ...credits,
    // A nested team is part of another row.
    isSum: false,
    enter: 'its people',
    details: [{ id: 'users', title: 'USERS', width: { min: 5, max: 9 }, priority: 3, isCount: true }],
  }),
]

/** The columns of credit tables, for models and for users. */
export const creditColumns = { model: groupOf('model', 'model', credits), person: groupOf('person', 'person', credits) }

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
 * The data of the view for some days.
 *
 * @param grouped - Rows that the API grouped by model, if the requested breakdown needs them.
 * @param nameOf - Display name of a user.
 * @param teams - The teams, if the requested breakdown needs them.
 */
export const creditViewData = (
  days: CreditDays,
  grouped: readonly Lenient<CreditModelDay>[] | undefined,
  nameOf: (id: string, email: string | undefined) => string,
  teams?: Teams,
): ViewData => {
  const figures = measuredDays(measures, days.days)
  const person = (id: string, email: string) => ({
    name: nameOf(id, email),
    userId: id === NO_ID ? null : nameOf(id, undefined),
  })
  const named = (reason: Reason): Reason =>
    reason.by === 'person' ? { ...reason, name: nameOf(reason.key, reason.name) } : reason
  return {
    ...figures,
    rows: (group, range) => {
      if (group === 'figures') return figureRows(measures, figures, range)
      if (group === 'person')
        return breakdownByPerson(days, range).map((row) => ({ ...toPlainRow(row), ...person(row.key, row.name) }))
      if (group === 'team')
        return (teams ? breakdownByTeam(days, range, teams) : []).map((row) => ({
          ...toPlainRow(row),
          details: { users: String(row.users) },
          isLast: row.key === UNASSIGNED,
        }))
      if (group === 'modelRows') return breakdownByModelRows(grouped ?? [], range, days.days).map(toPlainRow)
      const tiers = modelTiers(days.days, range)
      return breakdownByModel(days.days, range).map((row) => ({
        ...toPlainRow(row),
        details: { tier: tierText(tiers.get(row.key)) },
      }))
    },
    absentSeries: (group, range) => {
      if (group === 'person' || group === 'modelPerson' || group === 'team')
        return absentSeries(range, new Set(days.people.days))
      if (group === 'modelRows') return absentSeries(range, modelRowParts(grouped ?? [], days.days).byDay)
      return absentSeries(range, group === 'model' ? modelParts(days.days).byDay : undefined)
    },
    peopleOf: (group, key, range) => {
      if (group === 'team')
        return (teams ? membersOfTeam(days, range, teams, key) : []).map((row) => ({
          ...toPlainRow(row),
          ...person(row.key, row.name),
        }))
      const whole = figureOf(billable_tokens, days.days, range).value
      return peopleOfModel(days.people, key, range).map(({ key, name, credits: own, series }) => ({
        key,
        ...person(key, name),
        value: { value: own, missing: 0 },
        share: shareOf(own, whole),
        series,
      }))
    },
    read: (id, day) => {
      if (id !== billable_tokens.name) return readDay(day, figures.valueOn(id))
      const explained = explainDay(day, days)
      if (explained.status !== 'explained') return explained
      const { models, people, ...reading } = explained
      const reasons = [...models, ...people].map(named)
      return { ...reading, reasons }
    },
    causeOf: (id, day) => {
      if (id !== billable_tokens.name) return undefined
      const explained = explainDay(day, days)
      if (explained.status !== 'explained') return undefined
      const largest = personOnModel(days.people, day, explained.difference)
      if (!largest) {
        const [first] = [...explained.people, ...explained.models]
        return first && named(first)
      }
      return { name: `${nameOf(largest.person, largest.email)} on ${largest.model}`, share: largest.share }
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

/** A breakdown with the price of credits, if its values are credits. */
export const pricedGroup = (group: GroupInfo, price: CreditPrice | undefined): GroupInfo =>
  price !== undefined && group.counted === credits.counted ? { ...group, price } : group

export const creditsView: View = {
  name: 'credits',
  command: 'analytics tokens',
  namesPeople: true,
  measures,
  groups,
  modelGroup: groupOf('modelPerson', 'person', { ...byPerson, hasTokens: false }),
}
