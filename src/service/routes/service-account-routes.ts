import { Problem, quoted } from '../http/problem.ts'
import type { Route } from '../http/route.ts'
import { jsonText } from '../http/stored-json.ts'

export const serviceAccountKeys: Route<'serviceAccountKeys'> = ({ params }, { store }) => {
  const rows = store.serviceAccounts.readKeys(params.serviceAccountId)
  if (rows === undefined) throw new Problem(404, `There is no service account ${quoted(params.serviceAccountId)}.`)
  return jsonText(`{"apiKeys":[${rows}]}`)
}
