import * as z from 'zod'
import { parseScope } from '../../domain/budgets/scope.ts'

const Scope = z.string().superRefine((text, context) => {
  if (parseScope(text) === undefined)
    context.addIssue({ code: 'custom', message: 'must be organization, team:NAME or user:EMAIL' })
})

const Credits = z.number().superRefine((credits, context) => {
  if (!(credits > 0)) context.addIssue({ code: 'custom', message: 'must be more than 0' })
})

/** Budgets that a person wrote: in config.json, or in a file for a server. */
export const BudgetList = z
  .array(
    z.strictObject({
      scope: Scope.describe('organization, team:NAME or user:EMAIL.'),
      credits: Credits.describe('Credits for each billing month.'),
    }),
  )
  .superRefine((budgets, context) => {
    const seen = new Set<string>()
    for (const [at, { scope }] of budgets.entries()) {
      if (seen.has(scope.toLowerCase()))
        context.addIssue({ code: 'custom', path: [at, 'scope'], message: 'is given twice' })
      seen.add(scope.toLowerCase())
    }
  })
