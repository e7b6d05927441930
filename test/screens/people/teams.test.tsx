import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { type OpenedScreen, type OpenOptions, openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const openTeams = async (
  organisation: { url: string; key: string },
  options: Partial<OpenOptions> = {},
): Promise<OpenedScreen> => {
  const opened = await openScreen(organisation, { columns: 120, rows: 36, screen: 'people', ...options })
  await opened.frameWith(' teams ')
  await opened.press('S-Tab')
  return opened
}

const rowOf = (opened: OpenedScreen, name: RegExp) => opened.frame().find((line) => name.test(line))

test('teams are a tree with budgets, and Enter lists the members of a team', async () => {
  const opened = await openTeams(await startDemo())
  await opened.frameWith('core/platform')
  await opened.loaded()
  expect(opened.frame()[3]).toMatch(/\[teams\] [\d,]+ credits of \d+ users {3}! \d budgets near or over/)
  expect(rowOf(opened, /^.product /)).toMatch(/ [\d,]+ {2}▇{10,}│ +\d+ % +[\d,]+ {2}over/)
  expect(rowOf(opened, /product\/web/)).toMatch(/^ {3}product\/web /)
  expect(opened.frame().at(-1)).toContain('= qd analytics tokens --by team --last 14d')
  await opened.press('/', ...'core', 'Enter', 'j', 'Enter')
  await opened.frameWith('PERSON')
  expect(opened.frame()[0]).toMatch(/People > core\/\w+/)
  expect(opened.frame().at(-1)).toContain('--by person --team core/')
  await opened.press('Enter')
  await opened.frameWith('of all credits')
  await opened.press('Esc', 'Esc')
  await opened.frameWith('TEAM')
})

test('members have pseudonyms while the session is private', async () => {
  const opened = await openTeams(await startDemo(), { state: { isPrivate: true } })
  await opened.frameWith('core/platform')
  await opened.press('Enter')
  await opened.frameWith('PERSON')
  await opened.loaded()
  expect(opened.frame().join('\n')).not.toContain('@northwind')
  expect(opened.frame().join('\n')).toMatch(/Person \w{5}-\w{5}/)
})

test.each([402, 403])('a status of %i is shown, and the other views still work', async (status) => {
  const front = await testFront(await startDemo(), (path) =>
    path.endsWith('/teams') ? { status, body: { detail: 'not in your plan' } } : undefined,
  )
  const opened = await openTeams(front)
  await opened.frameWith('not in your plan')
  expect(opened.frame().join('\n')).toContain('teams not known')
  await opened.press('Tab')
  await opened.frameWith('users')
})

test('a server that has no budgets shows teams without them', async () => {
  const front = await testFront(await startDemo(), (path) =>
    path.endsWith('/budgets') ? { status: 403, body: { detail: 'not yours' } } : undefined,
  )
  const opened = await openTeams(front)
  await opened.frameWith('core/platform')
  expect(rowOf(opened, /^.product /)).not.toContain('▇')
})

test('with a price of credits, the list of users has their money', async () => {
  const plan = { creditPrice: { amount: 0.4, per: 1_000, currency: 'EUR' } }
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36, screen: 'people', plan })
  await opened.loaded()
  expect(opened.frame().find((line) => line.includes('CREDITS'))).toMatch(/CREDITS▾? +EUR/)
  const [, credits = '', money] = /([\d,]+) +([\d,]+\.\d\d) /.exec(rowOf(opened, /^▌/) ?? '') ?? []
  expect(money).toBe(
    (Math.round(Number(credits.replaceAll(',', '')) * 0.04) / 100).toLocaleString('en-US', {
      minimumFractionDigits: 2,
    }),
  )
})

test('the budget of a team on Overview opens the team in the view of teams', async () => {
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36 })
  await opened.frameWith('budget product')
  await opened.loaded()
  const isSelected = () => opened.frame().some((line) => /^▌. budget product/.test(line))
  for (let row = 0; row < 20 && !isSelected(); row++) await opened.press('j')
  await opened.press('Enter')
  await opened.frameWith('[teams]')
  await opened.frameWith((frame) => frame.some((line) => /^▌product /.test(line)))
})
