import { BUDGET_METHOD, type BudgetRow, budgetRows } from '../../budgets/budget-rows.ts'
import { parseScope } from '../../budgets/scope.ts'
import { type Day, yesterdayOf } from '../../calendar/calendar.ts'
import { fullNumber, percent, shortNumber } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import { type AttentionTarget, attentionKind, createItem } from './attention-kind.ts'

const isProblem = ({ status }: BudgetRow): boolean => status !== 'ok' && status !== 'unknown'

/** The team in the view of teams, the user, or the credits of all. */
const targetOf = ({ scope, userId }: BudgetRow, day: Day): AttentionTarget => {
  const parsed = parseScope(scope)
  if (parsed?.of === 'team') return { screen: 'people', view: 'teams', row: parsed.team }
  return userId === undefined ? { screen: 'usage', view: 'credits', day } : { screen: 'people', person: userId }
}

export const exceededBudgets = attentionKind({
  find: ({ budgets: own, credits, range, now }) => {
    // The month of an earlier range is not the current one.
    if (!own || !credits || range.to < yesterdayOf(now)) return []
    return budgetRows({ ...own, credits, lastDay: range.to })
      .filter(isProblem)
      .map((budget) => {
        const { scope, status, month } = budget
        const severity = status === 'over' ? 'high' : 'medium'
        const id = `budget:${scope}:${month.from}:${status}`
        return createItem('budget', { id, severity, target: targetOf(budget, range.to) }, { budget })
      })
  },
  text: ({ budget: { scope, userId, credits, used, expected, status } }, { nameOf }) => {
    const parsed = parseScope(scope)
    const whose =
      parsed?.of === 'user'
        ? nameOf(userId ?? parsed.email, parsed.email)
        : parsed?.of === 'team'
          ? parsed.team
          : parsed === undefined
            ? // The scope of a user with a pseudonym has no address.
              scope.replace(/^user:/, '')
            : 'organisation'
    const text =
      status === 'forecast over'
        ? `about ${shortNumber(expected?.credits)} of ${shortNumber(credits)} credits expected by the end of the month`
        : `${percent(used, 0)} of ${shortNumber(credits)} credits used`
    return { subject: `budget ${safeText(whose)}`, text }
  },
  why: ({ budget: { credits, sofar, month } }) =>
    `${fullNumber(sofar)} of ${fullNumber(credits)} credits are used in the month up to ${month.to}. ${BUDGET_METHOD}`,
  output: ({ budget: { scope, credits, sofar, expected, status } }) => ({
    scope,
    status,
    budget: credits,
    monthCredits: sofar,
    forecast: expected && Math.round(expected.credits),
  }),
})
