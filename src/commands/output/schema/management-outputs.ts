import * as z from 'zod'
import { CiJob } from '../../../contract/ci.ts'
import { Computer } from '../../../contract/computers.ts'
import { ServiceAccountKey } from '../../../contract/service-accounts.ts'
import { WikiRun } from '../../../contract/wiki.ts'
import {
  anyDocument,
  documentOf,
  number,
  numberOrNull,
  responseOf,
  text,
  textOrNull,
  timeOrNull,
} from './document-kit.ts'

/** An object whose state the server may not return: then only its id and name are known. */
const partly = <Shape extends z.ZodRawShape, Known extends z.ZodRawShape>(row: z.ZodObject<Shape>, known: Known) =>
  row.partial().extend(known)

const ComputerRow = partly(Computer, {
  id: text,
  computed: z.strictObject({
    state: z.enum(['active', 'provisioning', 'failed', 'paused', 'other']).nullable(),
    createdAt: timeOrNull,
  }),
})

const KeyRow = partly(ServiceAccountKey, {
  serviceAccountId: text.optional().describe('present if the keys of all accounts are listed'),
  computed: z.strictObject({
    state: z.enum(['active', 'expired', 'revoked']),
    needs: z.array(z.enum(['expiring', 'neverExpires', 'old'])).describe('why an active key needs attention'),
    createdAt: timeOrNull,
    expiresAt: timeOrNull,
    revokedAt: timeOrNull,
    daysLeft: numberOrNull,
  }),
})

const WikiRow = partly(WikiRun, {
  wikiRunId: text,
  // Of runs that were only added by id, null.
  createdAt: z.number().nullish(),
  repoUrl: textOrNull.optional(),
  computed: z.strictObject({ repository: textOrNull, createdAt: timeOrNull }),
})

const JobRow = partly(CiJob, {
  computed: z.strictObject({
    phase: z.enum(['failed', 'running', 'waiting', 'other', 'stopped', 'done']),
    createdAt: timeOrNull,
    updatedAt: timeOrNull,
  }),
})

const added = documentOf({ id: text, added: z.literal(true) })
const forgotten = documentOf({ id: text, forgotten: z.literal(true) })
const deleted = documentOf({ id: text, deleted: z.literal(true) })
const Page = z.strictObject({ page: text, sizeBytes: number })

export const managementOutputs = {
  'computers list': documentOf({ computers: z.array(ComputerRow) }),
  'computers show': responseOf(ComputerRow.shape),
  'computers add': added,
  'computers forget': forgotten,
  'computers create': anyDocument,
  'computers update': anyDocument,
  'computers install-deps': anyDocument,
  'computers restart': documentOf({ id: text, restarted: z.literal(true) }),
  'computers delete': deleted,
  'computers metrics': documentOf({
    metrics: z.array(
      z.strictObject({
        timestamp: timeOrNull,
        cpuUsedPct: numberOrNull,
        cpuCount: numberOrNull,
        memUsedPct: numberOrNull,
        memUsed: numberOrNull.describe('bytes'),
        memTotal: numberOrNull.describe('bytes'),
        diskUsedPct: numberOrNull,
        diskUsed: numberOrNull.describe('bytes'),
        diskTotal: numberOrNull.describe('bytes'),
      }),
    ),
  }),
  'keys list': documentOf({
    apiKeys: z.array(KeyRow),
    serviceAccounts: z.array(text).optional().describe('ids of accounts, with --offline'),
  }),
  'keys add': added,
  'keys forget': forgotten,
  'keys create': anyDocument,
  'keys revoke': documentOf({ serviceAccountId: text, keyId: text, revoked: z.literal(true) }),
  'wiki list': documentOf({ wikiRuns: z.array(WikiRow) }),
  'wiki show': responseOf(WikiRow.shape),
  'wiki add': added,
  'wiki forget': forgotten,
  'wiki export': documentOf({ path: text, sizeBytes: number, files: number, folder: text.optional() }),
  'wiki pages': z.union([
    documentOf({ pages: z.array(Page) }),
    documentOf({ ...Page.shape, isCut: z.boolean(), text }),
  ]),
  'wiki search': documentOf({
    hits: z.array(
      z.strictObject({
        archive: text,
        wikiRunId: textOrNull,
        repository: textOrNull,
        page: text,
        line: numberOrNull,
        text: textOrNull,
      }),
    ),
  }),
  'wiki delete': deleted,
  'ci jobs': z.union([
    responseOf({ jobs: z.array(JobRow) }),
    documentOf({ response: z.unknown().describe('a response that is not a list of jobs, as received') }),
  ]),
}
