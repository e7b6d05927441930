import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/stored-json.ts'

/** How many reports an answer holds when nobody says. The API leaves it open. */
const DEFAULT_REPORTS = 20

export const readinessReports: Route<'readinessReports'> = ({ query = {} }, { store }) => {
  const { repoId, limit = DEFAULT_REPORTS, startAfter } = query
  const rows = store.reports.read({ repoId, limit, startAfter })
  if (rows === undefined)
    throw new Problem(
      400,
      `startAfter is ${quoted(startAfter ?? '')}, and must be the reportId of a report that exists.`,
    )
  return jsonText(`{"reports":[${rows}]}`)
}
