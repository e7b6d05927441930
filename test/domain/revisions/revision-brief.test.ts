import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { revisionBriefs } from '../../../src/domain/revisions/revision-brief.ts'
import { settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import { MASK, maskRevision } from '../../../src/domain/secrets/mask-settings.ts'

const hash = (secret: string): string => createHmac('sha256', 'salt').update(secret).digest('base64url')
const secretName = 'ghp_16C7e42F292c6912E7710c838347Ae17'

test('masked settings are compared like others, and a secret in the name of a member is not shown, nor its hash', () => {
  const revision = (number: number, settings: Record<string, unknown>) =>
    maskRevision({ revision: number, settings }, hash)
  const first = revision(1, { env: { A: 'one' }, sandbox: { enabled: true } })
  const second = revision(2, { env: { A: 'one' }, sandbox: { enabled: false }, [secretName]: { allowAll: true } })
  const third = revision(3, { env: { A: 'two' }, sandbox: { enabled: false }, [secretName]: { allowAll: true } })
  const briefs = revisionBriefs([third, second, first])
  expect(briefs.map(({ changed }) => changed)).toEqual([['env'], ['sandbox', MASK], ['env', 'sandbox']])
  const paths = settingsRisks(first.settings, second.settings).map(({ path }) => path)
  expect(paths).toContain(`${MASK}.allowAll`)
  expect(paths.join()).not.toContain(hash(secretName).slice(0, 8))
})
