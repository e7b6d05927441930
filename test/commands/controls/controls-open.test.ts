import { afterAll, expect, onTestFinished, test } from 'vitest'
import { FORMATS } from '../../../src/commands/kit/output-format.ts'
import { startRevisions } from '../../helpers/controls-service.ts'
import { NOW } from '../../helpers/demos.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const DAY_MS = 86_400_000
const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae17'

const daily = { stepMs: DAY_MS, nameOf: (at: number) => `Member ${at}` }

const deploy = ['ls', `deploy --token ${TOKEN}`]
const service = await startRevisions(
  [
    { sandbox: { enabled: true }, commandAllowlist: ['ls'] },
    { sandbox: { enabled: true }, commandAllowlist: deploy },
    { sandbox: { enabled: false }, commandAllowlist: deploy },
    { sandbox: { enabled: false }, commandAllowlist: deploy, byomComputersEnabled: true },
    { sandbox: { enabled: false }, commandAllowlist: deploy, byomComputersEnabled: false },
  ],
  daily,
)
const closed = await startRevisions([{ sandbox: { enabled: false } }, { sandbox: { enabled: true } }])
afterAll(() => Promise.all([service.close(), closed.close()]))

const qd = (line: string, options: RunOptions = {}, { url, keys } = service) =>
  runQd(`controls open ${line}`.trim().split(' '), { url, key: keys.owner, ...options })

test('controls open lists each loosened setting with its age, author and current value', async () => {
  const { out, err, code } = await qd('')
  expect(code).toBe(0)
  const { loosenings, searched } = JSON.parse(out)
  expect(loosenings).toEqual([
    {
      path: 'sandbox.enabled',
      what: 'switched off',
      isCritical: true,
      rule: 'sandbox',
      revision: 3,
      updatedAt: new Date(NOW - 3 * DAY_MS).toISOString(),
      who: 'Member 2',
      email: 'person2@example.com',
      ageDays: 3,
      today: false,
    },
    expect.objectContaining({ path: 'commandAllowlist', today: ['ls', expect.stringContaining('••••••')] }),
  ])
  expect(searched).toEqual({ revisions: 5, newest: 5, oldest: 1, isWhole: true })
  expect(err).toContain('Searched 5 revisions, 5 back to 1, the complete history.')
})

test('the table has one row per setting, the most severe first, also in ASCII', async () => {
  const { out } = await qd('--format table')
  const rows = out.trimEnd().split('\n')
  expect(rows[0]).toMatch(/^LOOSENED +REV +AGE +BY +TODAY$/)
  expect(rows[1]).toMatch(/^!! sandbox\.enabled switched off +3 +3 d +Member 2 +false$/)
  expect(rows[2]).toMatch(/^! commandAllowlist allows 1 more +2 +4 d +Member 1 +\["ls","/)
  expect((await qd('--format table --ascii')).out).toMatch(/^!! sandbox\.enabled switched off/m)
})

test('no format shows a secret, and pseudonyms hide the author', async () => {
  for (const format of FORMATS) {
    const { out, err } = await qd(`--format ${format} --pseudonyms`)
    expect(out, format).toContain('sandbox.enabled')
    expect(out + err, format).not.toMatch(/ghp_16C7|Member \d|person\d@/)
  }
})

test('a value that is not set today is printed as not set', async () => {
  const uncapped = await startRevisions([{ maxAutonomyLevel: 'low' }, {}], daily)
  onTestFinished(() => uncapped.close())
  const { out } = await qd('--format table', {}, uncapped)
  expect(out.split('\n')[1]).toMatch(/^!! maxAutonomyLevel removes the autonomy limit +2 +1 d +Member 1 +not set$/)
  expect(JSON.parse((await qd('', {}, uncapped)).out).loosenings[0].today).toBeNull()
})

test('--exit-code exits with 1 if a setting is still loosened', async () => {
  expect((await qd('--exit-code')).code).toBe(1)
  const none = await qd('--exit-code', {}, closed)
  expect([none.code, JSON.parse(none.out).loosenings]).toEqual([0, []])
  expect(none.err).toContain('No loosened setting is still in effect.')
})
