import { jsonText } from '../json-text.ts'
import type { Route } from '../route.ts'

export const ciJobs: Route<'ciJobs'> = (_request, { store }) => jsonText(`{"jobs":[${store.ciJobs.read()}]}`)
