import * as z from 'zod'
import { day, dayOrNull, documentOf, number, numberOrNull, text, textOrNull, time, timeOrNull } from './document-kit.ts'

const profile = {
  baseUrl: text,
  appUrl: text,
  historyUrl: textOrNull,
  key: text.describe('where the key comes from, never the key'),
  historyKey: textOrNull,
  readOnly: z.boolean(),
}

const Cached = z.strictObject({
  orgId: textOrNull,
  tables: z.array(
    z.strictObject({
      table: text,
      days: number,
      rows: number,
      spans: z.array(z.strictObject({ from: day, to: day })),
      oldestFetchedAt: time,
      newestFetchedAt: time,
    }),
  ),
  unfinishedWalks: z.array(z.looseObject({ from: day, to: day, startedAt: time })),
  reports: number,
  revisions: number,
  knownIds: z.strictObject({ computers: number, serviceAccounts: number, wikiRuns: number }),
})

const installed = documentOf({ file: text, isChanged: z.boolean(), events: z.array(text) })
const server = z.strictObject({ command: text, args: z.array(text) })
const stored = documentOf({ profile: text, keyIn: text.optional(), historyKeyIn: text.optional() })

export const machineOutputs = {
  keys: documentOf({
    bindings: z.array(z.strictObject({ where: text, keys: text, does: text, action: text })),
  }),
  'hooks test': documentOf({
    event: z.looseObject({}),
    verdict: text,
    why: text,
    message: z.strictObject({ title: text, text, level: text }),
    channels: z.array(
      z.looseObject({ name: text, kind: text, problem: textOrNull, outcome: textOrNull, outcomeWhy: textOrNull }),
    ),
  }),
  'hooks log': documentOf({
    decisions: z.array(
      z.strictObject({
        at: timeOrNull,
        event: textOrNull,
        outcome: textOrNull,
        channel: textOrNull,
        why: textOrNull,
        text: textOrNull,
        session: textOrNull,
        cwd: textOrNull,
        id: textOrNull,
      }),
    ),
  }),
  'hooks channels': documentOf({
    channels: z.array(
      z.strictObject({
        name: text,
        kind: text,
        place: text.describe('the address, masked'),
        result: textOrNull.describe('of the last message'),
        why: textOrNull,
        at: timeOrNull,
      }),
    ),
  }),
  'hooks rules': documentOf({
    rules: z.array(
      z.strictObject({
        number,
        events: text,
        channels: text,
        conditions: text,
        limits: text,
        rule: z.looseObject({}).describe('the rule as in config.json'),
      }),
    ),
  }),
  'hooks forward': documentOf({ sent: numberOrNull.describe('null if another process is sending') }),
  'hooks install': installed,
  'hooks uninstall': installed,
  'mcp install': z.union([
    z.strictObject({ mcpServers: z.strictObject({ quarterdeck: server }) }).describe('without --file'),
    documentOf({ file: text, isChanged: z.boolean(), server }),
  ]),
  'profile add': documentOf({ profile: text, isUsed: z.boolean() }),
  'profile list': documentOf({ profiles: z.array(z.strictObject({ name: text, isUsed: z.boolean(), ...profile })) }),
  'profile use': documentOf({ profile: text }),
  'profile show': documentOf({ profile: textOrNull, ...profile, configFile: text }),
  'profile remove': documentOf({ removed: text }),
  login: stored,
  logout: stored,
  'cache status': documentOf({
    path: text,
    sizeBytes: number,
    state: z.enum(['none', 'ready', 'newer', 'older', 'unreadable']),
    organisations: z.array(Cached).optional(),
    entered: z.strictObject({ path: text, ids: number, exports: number }),
    notice: text.optional(),
  }),
  'cache clear': documentOf({ path: textOrNull, freedBytes: number, keptIds: number, keptExports: number }),
  doctor: documentOf({
    ok: z.boolean().describe('whether no check failed'),
    checks: z.array(z.strictObject({ check: text, state: z.enum(['ok', 'warning', 'wrong']), text })),
  }),
}

const nullableTime = timeOrNull.optional()
const Endpoint = z.strictObject({
  name: text,
  firstDay: dayOrNull.optional(),
  lastDay: dayOrNull.optional(),
  settledTo: dayOrNull.optional(),
  completeAt: nullableTime,
  walk: z.strictObject({ from: day, to: day, cursor: text, startedAt: time }).optional(),
  failure: text.optional(),
})
const Synced = z.strictObject({
  name: text,
  written: number,
  changed: number,
  removed: number,
  skipped: number,
  firstDay: day.optional(),
  lastDay: day.optional(),
  failure: text.optional(),
})
const imported = documentOf({ imported: number, replaced: number })

export const serverOutputs = {
  serve: documentOf({
    url: text,
    keys: z.record(text, text).describe('by role'),
    ids: z.record(text, z.array(text)),
  }),
  'serve keys add': documentOf({ name: text, role: text, expiresAt: timeOrNull, value: text }),
  'serve keys list': documentOf({
    keys: z.array(
      z.strictObject({
        name: text,
        role: text,
        state: text,
        createdAt: timeOrNull,
        expiresAt: timeOrNull,
        revokedAt: timeOrNull,
        lastUsedAt: timeOrNull,
      }),
    ),
  }),
  'serve keys revoke': documentOf({ name: text, revoked: z.boolean() }),
  'serve teams import': imported,
  'serve teams list': documentOf({ teams: z.array(z.strictObject({ email: text, team: text })) }),
  'serve budgets import': imported,
  'serve budgets list': documentOf({ budgets: z.array(z.strictObject({ scope: text, credits: number })) }),
  'serve audit': documentOf({
    changes: z.array(
      z.strictObject({
        at: timeOrNull,
        key: textOrNull,
        role: textOrNull,
        action: textOrNull,
        target: textOrNull,
        requestId: textOrNull,
      }),
    ),
  }),
  'serve forget-user': documentOf({
    ids: z.array(text).optional(),
    emails: z.array(text).optional(),
    rows: z.record(text, number),
  }),
  'serve rebuild': documentOf({ days: number, rows: number }),
  'serve retention': documentOf({
    months: z.array(z.strictObject({ month: text, rows: number, sizeBytes: number })),
    rows: number,
    sizeBytes: number,
  }),
  sync: z.union([
    documentOf({ endpoints: z.array(Synced) }),
    documentOf({
      vendor: text,
      organisation: text.optional(),
      lastSuccessAt: timeOrNull,
      lastFailure: z.strictObject({ at: timeOrNull, message: text }).optional(),
      lagMs: number.optional(),
      lease: z.strictObject({ holder: text, endsAt: timeOrNull }).optional(),
      endpoints: z.array(Endpoint),
    }),
  ]),
}
