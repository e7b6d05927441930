import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../src/service/db/sqlite-schema.ts'
import { createRandom } from '../../../src/service/demo/kit/random.ts'
import { readLive } from '../../../src/service/routes/live-routes.ts'
import type { LiveRow } from '../../../src/service/store/live-store.ts'
import { createStore, openStore, type Store } from '../../../src/service/store/store.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { postgresFolders, startPostgres } from '../../helpers/postgres.ts'
import { NOW } from '../test-service.ts'

const MINUTE = 60_000
const KINDS = ['tool', 'tool', 'session', 'prompt', 'commit', 'pull_request', 'tokens', 'metric', 'event'] as const

/** Rows of four hours, in the order in which they arrive; some are sent twice. */
const randomRows = (count: number): LiveRow[] => {
  const { next: random, pick } = createRandom(32)
  const names: Partial<Record<LiveRow['kind'], readonly (string | null)[]>> = {
    tool: ['Read', 'Edit', 'Bash', null],
    tokens: ['input', 'output', 'cache_read', 'other', null],
    metric: ['a.b', 'c.d'],
  }
  const rows: LiveRow[] = []
  for (let n = 0; n < count; n++) {
    // Metrics of some users begin after rows of their hooks.
    const source = n < count / 3 ? 'hooks' : pick(['hooks', 'hooks', 'otlp'] as const)
    const kind = pick(source === 'hooks' ? (['tool', 'session', 'prompt', 'event'] as const) : KINDS)
    const user = Math.floor(random() * (source === 'otlp' ? 12 : 30))
    rows.push({
      id: `${n}`.padStart(6, '0'),
      at: NOW - Math.floor(random() * random() * 240 * MINUTE),
      source,
      kind,
      name: pick(names[kind] ?? [null]),
      user_id: `u${user}`,
      user_email: pick([null, `u${user}@x.example`]),
      session: pick([null, 'shared', `s${user}`, `s${user}b`]),
      model: pick([null, 'opus', 'sonnet']),
      value: source === 'hooks' ? 1 : Math.floor(random() * 50) + 1,
    })
    if (random() < 0.1) rows.push({ ...pick(rows), at: NOW, value: 1_000 })
  }
  return rows
}

/** The figures of the raw rows, each id once. */
const expectedFigures = (all: readonly LiveRow[]) => {
  const rows = all.filter(({ id }, n) => all.findIndex((other) => other.id === id) === n)
  const metricUsers = rows.filter((row) => row.source === 'otlp' && row.kind === 'tool').map((row) => row.user_id)
  const counted = rows.filter(
    (row) => row.source === 'otlp' || row.kind !== 'tool' || !metricUsers.includes(row.user_id),
  )
  const distinct = (values: readonly (string | null)[]): number => new Set(values.filter((one) => one !== null)).size
  const sum = (some: readonly LiveRow[]): number | null =>
    some.length === 0 ? null : some.reduce((total, { value }) => total + value, 0)
  const of = (some: readonly LiveRow[], kind: LiveRow['kind'], name?: string) =>
    sum(some.filter((row) => row.kind === kind && (name === undefined || row.name === name)))
  const figures = (start: number, end: number) => {
    const inside = (row: LiveRow): boolean => row.at >= start && row.at < end
    const [raw, own] = [rows.filter(inside), counted.filter(inside)]
    return {
      active_users: distinct(raw.map(({ user_id }) => user_id)),
      sessions: Math.max(distinct(raw.map(({ session }) => session)), of(own, 'session') ?? 0),
      tool_calls: of(own, 'tool') ?? 0,
      commits: of(own, 'commit'),
      pull_requests: of(own, 'pull_request'),
      tokens:
        of(own, 'tokens') === null
          ? null
          : {
              input: of(own, 'tokens', 'input') ?? 0,
              output: of(own, 'tokens', 'output') ?? 0,
              cache_read: of(own, 'tokens', 'cache_read') ?? 0,
              cache_creation: 0,
            },
    }
  }
  const users = [...new Set(rows.map(({ user_id }) => user_id))].map((user_id) => {
    const raw = rows.filter((row) => row.user_id === user_id)
    const own = counted.filter((row) => row.user_id === user_id)
    const greatest = (values: readonly (string | null)[]) =>
      values
        .filter((one) => one !== null)
        .sort()
        .at(-1) ?? null
    return {
      user_id,
      user_email: greatest(raw.map(({ user_email }) => user_email)),
      last_seen: new Date(Math.max(...raw.map(({ at }) => at))).toISOString(),
      sessions: distinct(raw.map(({ session }) => session)),
      tool_calls: of(own, 'tool') ?? 0,
      commits: of(own, 'commit'),
      model: greatest(raw.map(({ model }) => model)),
    }
  })
  const tools = ['Read', 'Edit', 'Bash'].map((name) => ({
    name,
    calls: of(counted, 'tool', name) ?? 0,
    perMinute:
      Math.round(
        of(
          counted.filter(({ at }) => at >= NOW - 10 * MINUTE),
          'tool',
          name,
        ) ?? 0,
      ) / 10,
  }))
  const start = Math.floor(NOW / 86_400_000) * 86_400_000
  return {
    coverage: {
      reportingUsers: users.length,
      knownUsers: 0,
      otlpUsers: distinct(rows.filter(({ source }) => source === 'otlp').map(({ user_id }) => user_id)),
      hookUsers: distinct(rows.filter(({ source }) => source === 'hooks').map(({ user_id }) => user_id)),
    },
    totals: {
      ...figures(start, start + 86_400_000),
      active_now: distinct(rows.filter(({ at }) => at >= NOW - 5 * MINUTE).map(({ user_id }) => user_id)),
    },
    quarters: Array.from({ length: Math.floor((NOW - start) / (15 * MINUTE)) + 1 }, (_, n) => ({
      start: new Date(start + n * 15 * MINUTE).toISOString(),
      ...figures(start + n * 15 * MINUTE, start + (n + 1) * 15 * MINUTE),
    })),
    users: users.sort((a, b) =>
      a.last_seen === b.last_seen ? (a.user_id < b.user_id ? -1 : 1) : a.last_seen < b.last_seen ? 1 : -1,
    ),
    tools: tools.sort((a, b) => b.calls - a.calls),
    models: ['opus', 'sonnet']
      .map((name) => ({
        name,
        tokens: of(
          counted.filter(({ model }) => model === name),
          'tokens',
        ),
      }))
      .sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0)),
    otherMetrics: ['a.b', 'c.d'].map((name) => ({ name, value: of(counted, 'metric', name) })),
  }
}

const fill = async (store: Store, rows: readonly LiveRow[], lanes = 1): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(rows.length / 25) }, (_, n) => rows.slice(n * 25, n * 25 + 25))
  const send = async (lane: number): Promise<void> => {
    for (let n = lane; n < batches.length; n += lanes)
      await store.write((stores) => stores.live.put(batches[n] ?? [], NOW))
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => send(lane)))
}

test('all figures are those of the raw rows', async () => {
  const rows = randomRows(3_000)
  const store = createStore()
  await fill(store, rows)
  const expected = expectedFigures(rows)
  expect(await readLive(store, NOW)).toMatchObject(expected)
  // Written out, so that an error of the expectation itself shows.
  expect(expected.totals.active_users).toBe(30)
  expect(expected.tools.reduce((sum, { calls }) => sum + calls, 0)).toBeLessThan(expected.totals.tool_calls)
})

test('figures of rows that an older version stored are derived when the file is opened', async () => {
  const file = join(makeFolder(), 'server.db')
  const store = createStore(file)
  const rows = randomRows(500)
  await fill(store, rows)
  const before = await readLive(store, NOW)
  await store.close()
  const database = new DatabaseSync(file)
  for (const table of ['live_users', 'live_marks', 'live_sums']) database.exec(`DROP TABLE ${table}`)
  database.exec('DROP INDEX live_rows_newest; CREATE INDEX live_rows_by_day ON live_rows (day, at)')
  database.exec('PRAGMA user_version = 4')
  database.close()
  const opened = await openStore(file)
  expect(await readLive(opened, NOW)).toEqual(before)
  await opened.close()
})

test('version 5 adds tables to those of version 4', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database, 0, 4)
  const names = () =>
    database
      .prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'live%'")
      .all()
      .map(({ name }) => name)
  const before = names()
  migrate(database, 4)
  expect(names().filter((name) => !before.includes(name))).toEqual([
    'live_users',
    'live_marks',
    'live_sums',
    'live_users_newest',
    'live_rows_newest',
  ])
  database.close()
})

test('figures without an erased user are those of the other users', async () => {
  const rows = randomRows(800)
  const [store, other] = [createStore(), createStore()]
  await fill(store, rows)
  await fill(
    other,
    rows.filter(({ user_id }) => user_id !== 'u3'),
  )
  await store.write(async ({ forgetting }) => forgetting.forget({ ids: ['u3'], emails: ['u3@x.example'] }))
  const [left, expected] = [await readLive(store, NOW), await readLive(other, NOW)]
  expect(left.totals).toEqual(expected.totals)
  expect(left).toEqual(expected)
  expect(JSON.stringify(left)).not.toContain('u3@')
})

const [folder] = Object.values(postgresFolders())

test.skipIf(folder === undefined)(
  'figures in PostgreSQL are those of the raw rows, also of two instances at once',
  async () => {
    const { createDatabase } = await startPostgres(folder ?? '', onTestFinished)
    const url = await createDatabase()
    const [first, second] = [await openStore(url), await openStore(url)]
    const rows = randomRows(1_500)
    // A row that is sent again differs, so the first one must have arrived.
    const again = rows.filter(({ id }, n) => rows.findIndex((other) => other.id === id) !== n)
    const once = rows.filter((row) => !again.includes(row))
    await Promise.all([
      fill(
        first,
        once.filter((_, n) => n % 2 === 0),
        4,
      ),
      fill(
        second,
        once.filter((_, n) => n % 2 === 1),
        4,
      ),
    ])
    await fill(second, again)
    for (const store of [first, second]) expect(await readLive(store, NOW)).toMatchObject(expectedFigures(rows))
    await first.close()
    await second.close()
  },
  60_000,
)
