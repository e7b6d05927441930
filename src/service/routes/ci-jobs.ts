import { jsonText } from '../http/json-text.ts'
import type { Route } from '../http/route.ts'

export const ciJobs: Route<'ciJobs'> = (_request, { store }) => jsonText(`{"jobs":[${store.ciJobs.read()}]}`)
