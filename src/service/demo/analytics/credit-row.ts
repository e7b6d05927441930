import type { Day } from '../../../domain/calendar/calendar.ts'
import { MODELS } from '../kit/vocabulary.ts'
import { creditsOf, type ModelUse, type PersonActivity, type PersonText, plus } from './person-day.ts'

type Rendered = { row: string; grouped: string }

const noUse = (model: number): ModelUse => ({ model, billable: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })

const modelText = ({ model, billable, input, output }: ModelUse): string =>
  `{"model_id":"${MODELS[model]?.id}","model_tier":"${MODELS[model]?.tier}","billable_tokens":${billable},` +
  `"input_tokens":${input},"output_tokens":${output}}`

/** A day of credits as JSON, ungrouped and grouped by model. Breakdowns add up to the totals, in descending order. */
export const creditRow = (activities: readonly PersonActivity[], day: Day, texts: readonly PersonText[]): Rendered => {
  const uses = activities.flatMap(({ models }) => models)
  const total = uses.reduce(plus, noUse(0))
  const models = MODELS.map((_, model) => uses.filter((use) => use.model === model).reduce(plus, noUse(model)))
  const used = models.filter(({ input }) => input > 0).sort((a, b) => b.billable - a.billable)
  const byUser = activities
    .map((activity) => ({ activity, billable: creditsOf(activity) }))
    .sort((a, b) => b.billable - a.billable)
    .map(
      ({ activity, billable }) =>
        `{${texts[activity.person.index]?.identity},"billable_tokens":${billable},` +
        `"by_model":[${activity.models.map(modelText).join(',')}]}`,
    )
  const row =
    `{"date":"${day}","billable_tokens":${total.billable},"input_tokens":${total.input},` +
    `"output_tokens":${total.output},"cache_read_tokens":${total.cacheRead},"cache_write_tokens":${total.cacheWrite},` +
    `"by_model":[${used.map(modelText).join(',')}],"by_user":[${byUser.join(',')}]}`
  const grouped = used.map(
    ({ model, billable, input, output }) =>
      `{"date":"${day}","group_key":"${MODELS[model]?.id}","billable_tokens":${billable},` +
      `"input_tokens":${input},"output_tokens":${output}}`,
  )
  return { row, grouped: grouped.join(',') }
}
