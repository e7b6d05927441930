import { isObject } from '../../base/json.ts'
import { withoutComments } from '../../base/json-edit.ts'
import type { Budget } from '../../contract/teams.ts'
import { BudgetList } from './budget-list.ts'
import { lineOfMember, syntaxErrorPosition } from './config-file.ts'
import { problemOf, withoutMark } from './plain-config.ts'

/** Parses budgets: a JSON list, or an object with the list `budgets`. Problems name the line. */
export const parseBudgets = (raw: string): { budgets: readonly Budget[]; problems: readonly string[] } => {
  const text = withoutMark(raw)
  let value: unknown
  try {
    value = JSON.parse(withoutComments(text))
  } catch {
    // The engine's message contains part of the text.
    return { budgets: [], problems: [`${syntaxErrorPosition(text)}: invalid JSON; check commas, quotes and brackets`] }
  }
  const path = isObject(value) ? ['budgets'] : []
  const { success, data, error } = BudgetList.safeParse(isObject(value) ? value.budgets : value)
  if (success) return { budgets: data, problems: [] }
  const problems = error.issues.map((issue) => {
    const at = [...path, ...issue.path]
    return `line ${lineOfMember(text, at)}: ${at.map(String).join('.') || 'the file'} ${problemOf(issue)}`
  })
  return { budgets: [], problems }
}
