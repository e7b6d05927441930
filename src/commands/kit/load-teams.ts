import { resolve } from 'node:path'
import { AppError, usageError } from '../../base/errors.ts'
import { loadQuery } from '../../cache/load/queries.ts'
import type { LoadOptions, Source } from '../../cache/load/source.ts'
import { planSettings } from '../../config/profiles/plan-settings.ts'
import type { Budget } from '../../contract/teams.ts'
import { budgetRows, budgetSpan } from '../../domain/budgets/budget-rows.ts'
import { parseScope } from '../../domain/budgets/scope.ts'
import { DEFAULT_BILLING_DAY } from '../../domain/calendar/billing-month.ts'
import { yesterdayOf } from '../../domain/calendar/calendar.ts'
import type { BudgetAttention } from '../../domain/overview/attention/attention-kind.ts'
import { createTeams, type Teams } from '../../domain/teams/teams.ts'
import type { Deps } from './command.ts'
import { loadOptions } from './load-options.ts'
import type { OptionRow } from './option-row.ts'

export const teamsOption = {
  flags: '--teams <file>',
  help: 'teams.csv that replaces the teams of the server',
  completes: 'file',
} as const satisfies OptionRow

/**
 * The teams of `--teams`, else of the profile, else of the server.
 *
 * @throws AppError of kind `usage` if there are none.
 */
export const loadTeams = async (deps: Deps, named: string | undefined): Promise<Teams> => {
  const file = named === undefined ? planSettings(deps.env, await deps.credentials()).teams : resolve(named)
  return loadTeamsOf(await deps.source(), file, loadOptions(deps))
}

const loadTeamsOf = async (source: Source, file: string | undefined, options: LoadOptions): Promise<Teams> => {
  try {
    return createTeams((await loadQuery(source, 'teams', { file }, options)).data)
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound' && file === undefined)
      throw usageError('There are no teams: name a teams.csv with --teams, or as "teams" in the profile.')
    throw error
  }
}

/** The budgets of the profile, else of the server; none if the server has none. */
const loadBudgetList = async (
  source: Source,
  own: readonly Budget[] | undefined,
  options: LoadOptions,
): Promise<readonly Budget[]> => {
  if (own !== undefined) return own
  try {
    return (await loadQuery(source, 'budgets', {}, options)).data
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return []
    throw error
  }
}

const hasTeam = (budgets: readonly Budget[]): boolean => budgets.some(({ scope }) => parseScope(scope)?.of === 'team')

/** Loads the budgets, and the teams if a budget is of one, for attention items; undefined without budgets. */
export const loadBudgetAttention = async (
  source: Source,
  options: LoadOptions,
  { env, credentials }: Pick<Deps, 'env' | 'credentials'>,
): Promise<BudgetAttention | undefined> => {
  const { budgets: own, billingDay, teams: file } = planSettings(env, await credentials())
  const budgets = await loadBudgetList(source, own, options)
  if (budgets.length === 0) return undefined
  return { budgets, billingDay, teams: hasTeam(budgets) ? await loadTeamsOf(source, file, options) : undefined }
}

/** Loads the budgets, the use of their month, and the teams if a budget is of one. */
export const loadBudgets = async (deps: Deps, teamsFile: string | undefined) => {
  const source = await deps.source()
  const plan = planSettings(deps.env, await deps.credentials())
  const { billingDay = DEFAULT_BILLING_DAY, budgets: own, creditPrice } = plan
  const budgets = await loadBudgetList(source, own, loadOptions(deps))
  const teams = hasTeam(budgets) ? await loadTeams(deps, teamsFile) : undefined
  const lastDay = yesterdayOf(source.now())
  const params = { range: budgetSpan(lastDay, billingDay) }
  const { data: credits, at, problems, incomplete } = await loadQuery(source, 'creditDays', params, loadOptions(deps))
  return {
    rows: budgetRows({ budgets, credits, lastDay, teams, billingDay }),
    billingDay: { day: billingDay, isAssumed: plan.billingDay === undefined },
    creditPrice,
    at,
    problems,
    incomplete,
  }
}
