import { isObject } from '../../base/json.ts'
import type { Budget } from '../../contract/teams.ts'
import { BudgetList } from './budget-list.ts'
import { withoutMark } from './config-text.ts'
import { offsetOfMember, parseCommentedJson, positionText } from './json-problems.ts'
import { problemOf } from './plain-config.ts'

/** Parses budgets: a JSON list, or an object with the list `budgets`. Problems name line and column. */
export const parseBudgets = (raw: string): { budgets: readonly Budget[]; problems: readonly string[] } => {
  const text = withoutMark(raw)
  const { value, problems: syntax } = parseCommentedJson(text)
  if (syntax.length > 0) {
    const sentences = syntax.map(({ offset, problem }) => `${positionText(text, offset)}: ${problem}`)
    return { budgets: [], problems: sentences }
  }
  const path = isObject(value) ? ['budgets'] : []
  const { success, data, error } = BudgetList.safeParse(isObject(value) ? value.budgets : value)
  if (success) return { budgets: data, problems: [] }
  const problems = error.issues.map((issue) => {
    const at = [...path, ...issue.path]
    return `${positionText(text, offsetOfMember(text, at))}: ${at.map(String).join('.') || 'the file'} ${problemOf(issue)}`
  })
  return { budgets: [], problems }
}
