import { expect, test } from 'vitest'
import { overviewExports } from '../../../screens/overview/overview-exports.ts'
import type { AttentionItem } from '../../../src/domain/overview/attention/attention-kinds.ts'
import { overviewOf } from '../../../src/domain/overview/overview-figures.ts'

const range = { from: '2026-11-01', to: '2026-11-02' } as const
const at = { range, now: Date.UTC(2026, 10, 3) }
const stopped: AttentionItem = {
  kind: 'stopped',
  id: 's',
  severity: 'medium',
  target: { screen: 'people' },
  people: [{ id: 'user_1', email: 'ann@x.example', lastDay: '2026-10-01', activeDays: 9 }],
  quietDays: 14,
}
const textsOf = (salt: string | undefined, items: readonly AttentionItem[] = [stopped]) =>
  overviewExports({
    overview: overviewOf({ ...at, revisions: [] }),
    attention: items,
    repositories: [],
    salt,
  })?.formats.map(({ text }) => text()) ?? []

test('users who became inactive are named, or have pseudonyms everywhere', () => {
  const [markdown, json] = textsOf(undefined)
  expect(markdown).toContain('- medium: 1 person  active last month has been inactive for 14 days: ann&#64;x.example')
  expect(json).toContain('"email": "ann@x.example"')
  for (const text of textsOf('salt')) expect(text).not.toMatch(/ann|user_1/)
  expect(textsOf('salt')[0]).toMatch(/14 days: Person [A-Z0-9-]+\n/)
})

test('unknown figures are empty or null', () => {
  const [markdown = '', json = '', csv] = textsOf(undefined, [])
  expect(markdown).toContain('| credits |  |  |  |  |')
  expect(markdown).toContain('## Needs attention: 0\n\n## Readiness: not known')
  expect(JSON.parse(json)).toMatchObject({ credits: null, readiness: null, revisions: [], attention: [] })
  expect(csv).toBe(
    'date,credits,people,sessions,commits,pullRequests,toolCalls\r\n2026-11-01,,,,,,\r\n2026-11-02,,,,,,\r\n',
  )
})

test('untrusted text adds no markup', () => {
  const fell: AttentionItem = {
    kind: 'fell',
    id: 'f',
    severity: 'high',
    target: { screen: 'readiness', repoUrl: 'u', criterion: undefined },
    repoUrl: '<img src=x>\n# head',
    from: 4,
    to: 3,
    lost: [],
  }
  const [markdown = ''] = textsOf(undefined, [fell])
  expect(markdown).not.toMatch(/<img|^# head/m)
})
