import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { type OpenedScreen, openScreen } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo()
const SIZE = {
  columns: 120,
  rows: 36,
  screen: 'usage',
  state: { range: { is: 'last', days: 30 } },
} as const

const openSavings = async (organisation: { url: string; key: string } = demo): Promise<OpenedScreen> => {
  const opened = await openScreen(organisation, SIZE)
  await opened.loaded()
  await opened.press('S-Tab')
  await opened.frameWith('[savings]')
  return opened
}

test('the view has the rules and the sum of qd savings, and a rule lists what it found', async () => {
  const opened = await openSavings()
  await opened.frameWith('unusual day')
  const { out } = await runQd(['savings', '--last', '30d', '--format', 'json'], demo)
  const { savings, total } = JSON.parse(out)
  const text = opened.frame().join('\n')
  for (const { finding } of savings) expect(text).toContain(finding)
  expect(text).toContain(Math.round(total.credits.high).toLocaleString('en-US'))
  await opened.press('Enter')
  await opened.frameWith('x the median day')
  await opened.press('j', 'Enter')
  await opened.frameWith('credits by day')
  expect(opened.frame()[0]).toMatch(/Usage > .*a\.chen@/)
  await opened.press('q')
  await opened.frameWith('[savings]')
})

test('with pseudonyms, no address is shown, copied or exported', async () => {
  const opened = await openSavings()
  await opened.frameWith('unusual day')
  await opened.press('Enter')
  await opened.press('z')
  await opened.press('n')
  await opened.frameWith('Person ')
  expect(opened.frame().join('\n')).not.toContain('@northwind')
  expect(opened.frame().at(-1)).toContain('--pseudonyms')
})

test('rules whose data is refused are counted, and the others are shown', async () => {
  const front = await testFront(demo, (path) =>
    path.endsWith('/organization/users') ? { status: 402, body: { detail: 'plan' } } : undefined,
  )
  const opened = await openSavings(front)
  await opened.frameWith('unusual day')
  expect(opened.frame().join('\n')).toContain('1 rule without data')
  expect(opened.frame().join('\n')).not.toContain('unused seat')
})

test('without anything to save the view says so', async () => {
  const opened = await openScreen(demo, {
    ...SIZE,
    state: { range: { is: 'between', range: { from: '2026-11-15', to: '2026-11-15' } } },
  })
  await opened.loaded()
  await opened.press('S-Tab')
  await opened.press('/', ...'zzz', 'Enter')
  await opened.frameWith('Nothing matches zzz.')
})
