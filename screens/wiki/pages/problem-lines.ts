import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

const MAX_PROBLEMS = 3

/** What a search could not read, each on a line; more than a few are counted. */
export const problemLines = (problems: readonly string[], theme: Theme): string[] => {
  const isMany = problems.length > MAX_PROBLEMS
  const shown = problems.slice(0, isMany ? MAX_PROBLEMS - 1 : MAX_PROBLEMS).map((problem) => safeText(problem))
  const more = isMany ? [`${problems.length - shown.length} more could not be searched`] : []
  return [...shown, ...more].map((line) => ` ${theme.bad(theme.signs.bad)} ${line}`)
}
