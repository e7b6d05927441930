import { api } from './api/api.ts'
import { ciJobs } from './ci/ci-jobs.ts'
import { computerMetrics } from './computers/computer-metrics.ts'
import { computerCommands } from './computers/computers.ts'
import { keyCommands } from './keys/keys.ts'
import { wikiCommands } from './wiki/wiki.ts'

export const managementCommands = [...computerCommands, computerMetrics, ...keyCommands, ...wikiCommands, ciJobs, api]
