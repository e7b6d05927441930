import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { firstGap } from '../../../src/domain/revisions/day-revisions.ts'
import { authorOf, revisionBriefs, revisionName } from '../../../src/domain/revisions/revision-brief.ts'
import { settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import { MASK, maskRevision } from '../../../src/domain/secrets/mask-settings.ts'

test('an author has a name, otherwise an e-mail, otherwise an id', () => {
  const user = { id: 'u1', email: 'a@b.example', name: 'A. B.' }
  expect(authorOf({ user })).toEqual({ who: 'A. B.', email: 'a@b.example', userId: 'u1' })
  expect(authorOf({ user: { ...user, name: '' } }).who).toBe('a@b.example')
  expect(authorOf({ user: { id: 'u1' } }).who).toBe('u1')
  expect(authorOf({ user: { id: '', email: '', name: '' } }).who).toBeUndefined()
  expect(authorOf({})).toEqual({ who: undefined, email: undefined, userId: undefined })
})

const hash = (secret: string): string => createHmac('sha256', 'salt').update(secret).digest('base64url')
const secretName = 'ghp_16C7e42F292c6912E7710c838347Ae17'

test('masked settings are compared like others; neither a secret in the name of a member nor its hash is shown', () => {
  const revision = (number: number, settings: Record<string, unknown>) =>
    maskRevision({ revision: number, settings }, hash)
  const first = revision(1, { env: { A: 'one' }, sandbox: { enabled: true } })
  const second = revision(2, { env: { A: 'one' }, sandbox: { enabled: true, [secretName]: { allow: ['a'] } } })
  const third = revision(3, { env: { A: 'two' }, sandbox: { enabled: true, [secretName]: { allow: ['a'] } } })
  const briefs = revisionBriefs([third, second, first])
  expect(briefs.map(({ changed }) => changed)).toEqual([['env'], ['sandbox'], ['env', 'sandbox']])
  const paths = settingsRisks(first.settings, second.settings).map(({ path }) => path)
  expect(paths).toContain(`sandbox.${MASK}.allow`)
  expect(paths.join()).not.toContain(hash(secretName).slice(0, 8))
})

const revisions = (...numbers: (number | undefined)[]) => numbers.map((revision) => ({ revision }))

test.each([
  [[], undefined],
  [[7, 6, 5], undefined],
  [[9, 8, 5, 4, 1], { from: 6, to: 7 }],
  [[9, 7], { from: 8, to: 8 }],
  // Gaps around a revision without a number are unknown.
  [[9, undefined, 5], undefined],
])('the newest gap of %j is %j', (numbers, gap) => {
  expect(firstGap(revisions(...numbers))).toEqual(gap)
})

test('the name of a revision has its number, its time and its author', () => {
  const updatedAt = '2026-11-19T14:39:24.946Z'
  const user = { id: 'u1', email: 'h@example.com', name: 'Hana\u001b[31m' }
  expect(revisionName({ revision: 418, updatedAt, user })).toMatch(/^418 {2}2026-11-19 14:39 UTC {2}Hana/)
  expect(revisionName({ revision: 418, updatedAt, user })).not.toContain('\u001b')
  expect([revisionName({ revision: 7 }), revisionName({})]).toEqual(['7  ?', '?  ?'])
})
