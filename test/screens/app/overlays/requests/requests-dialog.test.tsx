import { expect, test } from 'vitest'
import { RequestsDialog } from '../../../../../screens/app/overlays/requests/requests-dialog.tsx'
import type { CacheHit, LogEntry } from '../../../../../src/cache/query/query-client.ts'
import { NOW } from '../../../../helpers/demos.ts'
import { openDialog } from '../../../../helpers/dialog.tsx'

const base: LogEntry = {
  id: 1,
  at: NOW,
  endpoint: 'tokens',
  method: 'GET',
  url: 'https://api.example.com/api/v1/analytics/tokens?startDate=2026-10-10&endDate=2026-11-20&group_by=model',
  hasKey: true,
  sent: undefined,
  state: 'answered',
  attempt: 1,
  page: undefined,
  status: 200,
  durationMs: 141.6,
  sizeBytes: 12_345,
  requestId: 'req-1',
  error: undefined,
  problems: 0,
  violations: [],
}

const log: LogEntry[] = [
  { ...base, state: 'failed', status: 503, error: 'api.example.com answered 503 Service Unavailable.', sizeBytes: 20 },
  { ...base, id: 2, at: NOW + 1_000, attempt: 2, requestId: 'req-2' },
  {
    ...base,
    id: 3,
    at: NOW + 2_000,
    endpoint: 'activity',
    url: 'https://api.example.com/api/v1/analytics/activity?startDate=2026-11-20&endDate=2026-11-20',
    problems: 23,
    violations: [
      { path: 'data[3].tool_calls', expected: 'number' },
      { path: 'data[4].\u001b[31m', expected: 'string' },
    ],
  },
  {
    ...base,
    id: 4,
    at: NOW + 4_000,
    endpoint: 'updateComputer',
    method: 'PATCH',
    url: 'https://api.example.com/api/v0/computers/comp_7f21',
    sent: '{"name":"it\'s"}',
    state: 'inFlight',
    status: undefined,
    durationMs: undefined,
    sizeBytes: undefined,
    requestId: undefined,
  },
  {
    ...base,
    id: 5,
    at: NOW + 5_000,
    endpoint: 'other',
    url: 'https://files.example.net/wiki.zip',
    hasKey: false,
    requestId: undefined,
  },
]
const hits: CacheHit[] = [
  { id: 1, at: NOW + 3_000, query: 'creditDays', what: '2026-10-10..2026-11-20', fetchedAt: NOW - 3_600_000 },
]

const open = (size: { columns: number; rows?: number } = { columns: 100 }) => {
  const queries = {
    requests: () => log,
    cacheHits: () => hits,
    inFlight: () => 1,
    subscribe: () => () => {},
    waiting: () => undefined,
    notice: () => undefined,
  }
  return openDialog(RequestsDialog, {}, { ...size, queries })
}

test('requests are listed newest first with attempts and sizes, separate from cached data', async () => {
  const opened = await open()
  const starts = opened
    .dialog()
    .slice(1, 8)
    .map((row) => row.slice(1, 18).trim())
  expect(starts[0]).toBe('UTC       STATUS')
  const answers = ['05  200', '04  waiting', '03  cache', '02  200', '01  200', '00  503']
  expect(starts.slice(1)).toEqual(answers.map((answer) => `09:00:${answer}`))
  expect(opened.dialog()[6]).toMatch(/09:00:01 {2}200 +2 +142 ms +12\.3 kB {2}GET \/api\/v1\/analytics\/tokens\?/)
  expect(opened.dialog().at(-1)).toBe(
    ' 5 sent   1 from the cache   37.1 kB   1 retried   1 failed   23 schema mismatches',
  )
  await opened.press('G')
  expect(opened.dialog().at(-1)).toBe(' api.example.com answered 503 Service Unavailable.')
})

test('a filter matches rows with all words and without those after !; Esc clears it, then closes', async () => {
  const opened = await open()
  const shown = () => opened.dialog().filter((row) => /^[ ▌]09:/.test(row)).length
  await opened.press('/', ...'tokens 503')
  expect(shown()).toBe(1)
  expect(opened.dialog().at(-1)).toMatch(/^ \/ tokens 503 +1 of 6$/)
  await opened.press('^u', ...'!network', 'Enter')
  expect(shown()).toBe(1)
  expect(opened.dialog()[2]).toContain('cache')
  await opened.press('/', '^u', ...'issues', 'Enter', 'Enter')
  expect(opened.dialog().join('\n')).toContain('SCHEMA MISMATCHES  23')
  await opened.press('Esc', '/', '^u', ...'nothing is so', 'Enter')
  expect(opened.dialog()[2]).toBe(' No matching requests.')
  await opened.press('Esc')
  expect(shown()).toBe(6)
  await opened.press('Esc')
  expect(opened.dialog()).toEqual([])
})

test('a request lists its schema mismatches as safe text, and the number of further ones', async () => {
  const opened = await open()
  await opened.press('j', 'j', 'j', 'Enter')
  const text = opened.dialog().join('\n')
  expect(text).toContain(' ! data[3].tool_calls  expected number')
  expect(text).toContain(' ! data[4].␛[31m  expected string')
  expect(text).toContain('   and 21 more')
  await opened.press('Enter', 'k', 'Enter')
  expect(opened.dialog().join('\n')).toContain('cache, no request sent')
  expect(opened.dialog().join('\n')).toContain('2026-11-21 08:00 UTC, 1 h before')
})

test('yc copies the curl command from the list and the details, or shows why there is none', async () => {
  const opened = await open()
  await opened.press('y', 'c')
  expect(opened.notice()).toBe('Nothing copied: the request used a signed link, which is secret and not stored.')
  await opened.press('j', 'y', 'c')
  expect(opened.notice()).toBe('Sent to the terminal: the curl command. It reads the key from $QUARTERDECK_API_KEY.')
  await opened.press('j', 'y', 'c')
  expect(opened.notice()).toBe('Nothing copied: the data came from the cache.')
  await opened.press('j', 'Enter', 'y', 'c')
  expect(opened.copied).toEqual([
    `curl --globoff -X PATCH -H "Authorization: Bearer $QUARTERDECK_API_KEY" -H 'Content-Type: application/json' --data-raw '{"name":"it'\\''s"}' 'https://api.example.com/api/v0/computers/comp_7f21'`,
    `curl --globoff -H "Authorization: Bearer $QUARTERDECK_API_KEY" '${log[2]?.url}'`,
  ])
})

test('the details of a request scroll', async () => {
  const opened = await open({ columns: 60, rows: 15 })
  await opened.press('j', 'j', 'j', 'Enter')
  const before = opened.dialog()
  await opened.press('j')
  expect(opened.dialog().slice(1, -1)).toEqual(before.slice(2))
  await opened.press('k')
  expect(opened.dialog()).toEqual(before)
})
