import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CreditDay } from '../../../src/contract/credits.ts'
import { startService } from '../../../src/service/start-service.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { answer } from '../../helpers/faulty-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testServer } from '../../helpers/test-server.ts'

const demo = await startDemo()
const RANGE = ['--from', '2026-11-01', '--to', '2026-11-14']

const reportTo = async (file: string, ...words: string[]) => {
  const path = join(makeFolder(), file)
  const ran = await runQd(['report', ...RANGE, '-o', path, ...words], { url: demo.url, key: demo.key })
  return { ...ran, path, text: ran.code === 0 ? readFileSync(path, 'utf8') : '' }
}

/** Raw rows of the API. */
const rowsOf = async (path: string): Promise<CreditDay[]> => {
  const { out } = await runQd(['api', path], { url: demo.url, key: demo.key })
  return JSON.parse(out).data
}

test('the figures of the report are sums of rows from the API', async () => {
  const { text, code, err, out, path } = await reportTo('report.md')
  expect([code, err, out]).toEqual([0, '', `${path}\n`])
  const days = await rowsOf('/api/v1/analytics/tokens?startDate=2026-11-01&endDate=2026-11-14')
  const models = new Map<string, number>()
  let total = 0
  for (const day of days) {
    total += day.billable_tokens
    for (const { model_id: model = '?', billable_tokens: credits = 0 } of day.by_model)
      models.set(model, (models.get(model) ?? 0) + credits)
  }
  expect(models.size).toBeGreaterThan(2)
  for (const [model, credits] of models) {
    const share = ((100 * credits) / total).toFixed(1)
    expect(text).toContain(`| ${model} | ${credits.toLocaleString('en-US')} | ${share} % |`)
  }
  const people = (await runQd(['analytics', 'users', ...RANGE, '--totals', '--json'], { url: demo.url, key: demo.key }))
    .out
  const [first] = JSON.parse(people).data
  expect(text).toContain(
    `| ${first.user_email.replace('@', '&#64;')} | ${first.billable_tokens.toLocaleString('en-US')} |`,
  )
})

test.each([
  ['report.md', ['-o', '-']],
  ['report.html', ['-o', '-', '--as', 'html']],
] as const)('-o - prints the text of %s to standard output, and nothing else', async (file, words) => {
  const { text } = await reportTo(file)
  const ran = await runQd(['report', ...RANGE, ...words], { url: demo.url, key: demo.key })
  expect(ran).toMatchObject({ code: 0, err: '', out: text })
  expect(text).toMatch(/\n$/)
  const wrong = await runQd(['report', '-o', 'report.md', '--as', 'html'])
  expect([wrong.code, wrong.err]).toEqual([2, '--as applies only to -o -: the file name decides.\n'])
})

test('the credits by team of the report are sums of rows from the API, by the teams of the server', async () => {
  const { text } = await reportTo('report.md')
  const { out } = await runQd(['api', '/api/v1/teams'], { url: demo.url, key: demo.key })
  const rules: { email: string; team: string }[] = JSON.parse(out).teams
  const days = await rowsOf('/api/v1/analytics/tokens?startDate=2026-11-01&endDate=2026-11-14')
  const sums = new Map<string, { users: Set<string>; credits: number }>()
  for (const { user_id: id = '', user_email, billable_tokens: credits = 0 } of days.flatMap(
    ({ by_user }) => by_user ?? [],
  )) {
    const email = user_email ?? ''
    const team = rules.find(
      (rule) => !rule.email.includes('*') && rule.email.toLowerCase() === email.toLowerCase(),
    )?.team
    const pattern = rules.find((rule) => rule.email.startsWith('*') && email.endsWith(rule.email.slice(1)))?.team
    const parts = (team ?? pattern ?? 'unassigned').split('/')
    for (const name of parts.map((_, at) => parts.slice(0, at + 1).join('/'))) {
      const sum = sums.get(name) ?? { users: new Set(), credits: 0 }
      sum.users.add(id)
      sum.credits += credits ?? 0
      sums.set(name, sum)
    }
  }
  expect(sums.size).toBeGreaterThan(5)
  for (const [name, { users, credits }] of sums)
    expect(text).toContain(`| ${name} | ${users.size} | ${credits.toLocaleString('en-US')} |`)
})

test.each([
  ['2026-08-23', '2026-11-20', 'What needs attention in the last 31 days:'],
  ['2026-08-01', '2026-11-14', 'What needs attention in the 30 days to 2026-11-14:'],
  ['2026-10-22', '2026-11-20', undefined],
])('from %s to %s the report names the days that attention items cover', async (from, to, sentence) => {
  const { code, text } = await reportTo('report.md', '--from', from, '--to', to)
  expect(code).toBe(0)
  expect(text.split('\n').find((line) => line.startsWith('What needs attention'))).toBe(sentence)
})

test('sums and shares are marked if members of some days are missing', async () => {
  const day = (date: string, member: object) => ({
    date,
    billable_tokens: 40,
    by_model: [{ model_id: 'opus', billable_tokens: 10, output_tokens: 1, ...member }],
  })
  const user = (date: string, member: object) => ({ user_id: 'a', user_email: 'a', date, sessions: 1, ...member })
  const bodies: Record<string, unknown[]> = {
    tokens: [day('2026-11-01', { input_tokens: 5 }), day('2026-11-02', { billable_tokens: undefined })],
    users: [user('2026-11-01', { billable_tokens: 20 }), user('2026-11-02', {})],
  }
  const server = await testServer((received, response, socket) => {
    const data = bodies[/analytics\/(\w+)/.exec(received.path)?.[1] ?? ''] ?? []
    const body = { data, meta: { org_id: 'o' }, changes: [], reports: [], pagination: { hasMore: false } }
    void answer(200, body)(received, response, socket)
  })
  for (const [file, cell] of [
    ['x.md', (text: string) => `| ${text} |`],
    ['x.html', (text: string) => `>${text}<`],
  ] as const) {
    const path = join(makeFolder(), file)
    await runQd(['report', ...RANGE, '-o', path], { url: server.url, key: demo.key })
    const text = readFileSync(path, 'utf8')
    for (const figure of ['10?', '12.5 %?', '5?', '20?', '25.0 %?']) expect(text, figure).toContain(cell(figure))
    expect(text).toContain(cell('2'))
  }
})

test('the HTML page and the Markdown have the same cells', async () => {
  const [html, markdown] = [await reportTo('report.html'), await reportTo('report.md')]
  const cells = markdown.text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^[| :-]+$/.test(line))
    .flatMap((line) => line.slice(2, -2).replaceAll('&#64;', '@').split(' | '))
  expect(cells.length).toBeGreaterThan(200)
  for (const cell of new Set(cells.filter((each) => /^[\w.,% @-]+$/.test(each))))
    expect(html.text).toContain(`>${cell}<`)
})

test('with pseudonyms neither format names a user', async () => {
  for (const file of ['report.html', 'report.md']) {
    const { text, code } = await reportTo(file, '--pseudonyms')
    expect(code).toBe(0)
    expect(text).not.toMatch(/@northwind|&#64;northwind|Chen|Fischer/)
  }
})

test('an existing file is only replaced with --force', async () => {
  const path = join(makeFolder(), 'report.md')
  writeFileSync(path, 'mine')
  const qd = (...words: string[]) => runQd(['report', ...RANGE, '-o', path, ...words], { url: demo.url, key: demo.key })
  expect(await qd()).toMatchObject({ code: 1, err: expect.stringContaining('use --force to replace it') })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect((await qd('--force')).code).toBe(0)
  expect(statSync(path).size).toBeGreaterThan(1000)
})

test.each(['member', 'owner'] as const)('a report for the key of a %s lists missing parts', async (role) => {
  const { url, keys, close } = await startService({ now: () => NOW, demo: { users: 3, days: 30 } })
  onTestFinished(close)
  const path = join(makeFolder(), 'report.md')
  const { code, err } = await runQd(['report', ...RANGE, '-o', path], { url, key: keys[role] })
  const report = readFileSync(path, 'utf8')
  expect(report).toContain('Unknown: no service accounts have been added on this machine')
  expect(report).not.toMatch(/0 keys|No key needs attention/)
  if (role === 'owner') return
  expect(code).toBe(7)
  for (const part of ['credits', 'people', 'revisions']) expect(err.split(part)).toHaveLength(2)
  expect(report).toContain('Missing credits: ')
})
