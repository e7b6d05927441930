import type { Route } from '../http/route.ts'
import { jsonText } from '../http/stored-json.ts'

export const ciJobs: Route<'ciJobs'> = (_request, { store }) => jsonText(`{"jobs":[${store.ciJobs.read()}]}`)
