import * as z from 'zod'
import { ControlRevision } from '../../../contract/controls.ts'
import { Pagination } from '../../../contract/primitives.ts'
import { ReadinessReport } from '../../../contract/readiness.ts'
import {
  documentOf,
  flagOrNull,
  number,
  numberOrNull,
  responseOf,
  text,
  textOrNull,
  timeOrNull,
} from './document-kit.ts'

const verdict = z.enum(['loosened', 'tightened', 'neutral'])

const ReportComputed = z.strictObject({
  level: numberOrNull.describe('1 to 5'),
  passRate: numberOrNull.describe('0 to 1'),
  levelBefore: numberOrNull.describe('of the report before; null if that is not in the result'),
  passRateBefore: numberOrNull,
  passed: numberOrNull,
  failed: numberOrNull,
  skipped: numberOrNull,
  won: z.array(text).nullable().describe('criteria that failed in the report before; null as levelBefore'),
  lost: z.array(text).nullable().describe('criteria that passed in the report before; null as levelBefore'),
  createdAt: timeOrNull,
})
const Report = ReadinessReport.extend({ computed: ReportComputed })

const criterion = {
  criterion: text,
  level: numberOrNull,
  verdict: z.enum(['passed', 'failed', 'skipped', 'unknown']),
  numerator: numberOrNull,
  denominator: numberOrNull,
  rationale: textOrNull,
}
const RepositoryResult = z.strictObject({
  repoUrl: text,
  ...criterion,
  failingSince: timeOrNull,
  createdAt: timeOrNull,
  reportId: textOrNull,
})

const Criteria = documentOf({
  criteria: z.array(
    z.strictObject({
      criterion: text,
      level: numberOrNull,
      failing: number.describe('repositories'),
      passing: number,
      skipped: number,
      unclear: number,
      worstRepoUrl: textOrNull,
      worstNumerator: numberOrNull,
      worstDenominator: numberOrNull,
      unlocks: number.describe('repositories that would reach a level if this criterion alone passed'),
      unlocksL2: number,
      unlocksL3: number,
      unlocksL4: number,
      unlocksL5: number,
      towards: number.describe('repositories in which it counts towards the next level'),
    }),
  ),
})

const ReportSide = z.strictObject({
  reportId: textOrNull,
  createdAt: timeOrNull,
  level: number,
  passRate: numberOrNull,
})
const Compared = documentOf({
  repoUrl: textOrNull,
  from: ReportSide,
  to: ReportSide,
  changes: z.array(
    z.strictObject({
      change: text,
      criterion: text,
      level: numberOrNull,
      before: textOrNull,
      after: textOrNull,
      rationale: textOrNull,
    }),
  ),
  unchanged: number,
})
/** With --with: a member for each repository. */
const SideBySide = documentOf({ criteria: z.array(z.looseObject({ name: text, failing: numberOrNull })) })

const Reason = z.strictObject({
  path: text,
  verdict,
  isCritical: z.boolean(),
  rule: text,
  what: text,
})
const RevisionComputed = z.strictObject({
  verdict: verdict.nullable().describe('null if the revision before it is unknown'),
  severity: z.enum(['critical', 'normal']).nullable().describe('null unless it is loosened'),
  reasons: z.array(Reason).nullable().describe('worst first'),
  changed: z.array(text).nullable().describe('top-level settings'),
})

/** With --pseudonyms, the author has no e-mail. */
const Revision = ControlRevision.extend({ user: ControlRevision.shape.user.partial() })

/** Of a setting that is no secret. */
const value = z.unknown().optional()
const finding = {
  verdict: verdict.nullable(),
  rule: textOrNull,
  what: textOrNull,
  isCritical: flagOrNull,
}
const revision = { revision: numberOrNull, updatedAt: textOrNull, who: textOrNull, email: textOrNull }
const searched = z.strictObject({
  revisions: number,
  newest: numberOrNull,
  oldest: numberOrNull,
  isWhole: z.boolean().describe('whether the complete history was searched'),
})

const AuditEvent = z.strictObject({
  createdAt: textOrNull,
  eventType: textOrNull,
  action: textOrNull,
  who: textOrNull,
  kind: textOrNull,
  role: textOrNull,
  source: value,
  target: value,
  revision: numberOrNull,
  payload: value,
})

/** A JSON Patch (RFC 6902). It has no `schema` member, because it is a list in a standard format. */
const JsonPatch = z.array(z.looseObject({ op: text, path: text }))

const Check = documentOf({
  passed: z.boolean().describe('whether all checks passed'),
  checks: z.array(
    z.strictObject({
      name: text,
      check: text,
      status: z.enum(['passed', 'failed', 'unknown']),
      found: numberOrNull,
      limit: number,
      why: text,
      items: z.array(z.strictObject({ id: text, text, link: textOrNull })),
    }),
  ),
})

export const auditOutputs = {
  check: Check,
  'readiness list': z.union([
    responseOf({ reports: z.array(Report) }),
    documentOf({ repositories: z.array(RepositoryResult) }),
  ]),
  'readiness criteria': Criteria,
  'readiness show': responseOf(Report.shape),
  'readiness compare': z.union([Compared, SideBySide]),
  'controls history': documentOf({
    changes: z.array(Revision.extend({ computed: RevisionComputed })),
    pagination: Pagination.optional(),
  }),
  'controls show': responseOf(Revision.shape),
  'controls diff': z.union([
    documentOf({
      from: numberOrNull,
      to: numberOrNull,
      changes: z.array(z.strictObject({ change: text, path: text, before: value, after: value, ...finding })),
    }),
    JsonPatch,
  ]),
  'controls blame': documentOf({
    path: text,
    entries: z.array(z.strictObject({ ...revision, change: text, before: value, after: value, ...finding })),
    searched,
  }),
  'controls open': documentOf({
    loosenings: z.array(
      z.strictObject({
        path: text,
        what: text,
        isCritical: z.boolean(),
        rule: text,
        ...revision,
        ageDays: numberOrNull,
        today: value,
      }),
    ),
    searched,
  }),
  'controls rules': documentOf({
    rules: z.array(z.strictObject({ rule: text, path: text, means: text, effect: text, why: text, source: text })),
  }),
  'audit list': documentOf({ events: z.array(AuditEvent) }),
}
