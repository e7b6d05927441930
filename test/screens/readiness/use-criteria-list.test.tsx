import { expect, test } from 'vitest'
import {
  failed,
  levelOne,
  listed,
  newest,
  openReadiness,
  passed,
  reportOf,
  selectedRow,
  textOf,
} from '../../helpers/readiness-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

test('levels fold and unfold', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', 'l')
  expect(listed(opened)[1]).toMatch(/^✓ readme/)
  await opened.press('j', 'h')
  expect(selectedRow(opened)).toMatch(/^▸ L1 Functional/)
  await opened.press('Enter')
  expect(selectedRow(opened)).toMatch(/^▾ L1 Functional/)
  await opened.press('z', 'a')
  expect(listed(opened)).toHaveLength(4)
  await opened.press('z', 'a')
  expect(listed(opened)).toHaveLength(15)
})

test('n and N go from failing criterion to failing criterion, also into what is folded', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', 'z', 'a', 'n')
  expect(selectedRow(opened)).toMatch(/^✗ agents_md/)
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  expect(textOf(opened)).toContain('Nobody owns the folder of payments.')
  await opened.press('n')
  expect(opened.frame().at(-1)).toContain('No criterion fails below this one.')
  await opened.press('N')
  expect(selectedRow(opened)).toMatch(/^✗ agents_md/)
})

test('a filter finds words of rationales, and Esc shows all again before it goes back', async () => {
  const opened = await openReadiness(demo, [newest])
  await opened.press('Enter', '/', ...'payments', 'Enter')
  expect(listed(opened).map((row) => row.split(/ {2,}/)[0])).toEqual(['▾ L2 Documented', '✗ codeowners'])
  expect(textOf(opened)).toContain('/ payments')
  await opened.press('Esc')
  expect(listed(opened).length).toBeGreaterThan(4)
  await opened.press('Esc')
  expect(textOf(opened)).toContain('1 repository')
})

test('a search selects the first criterion that holds the text and marks it where it stands, also across a line', async () => {
  const rationale = `${'Retries '.repeat(12)}hide them. Who retries hides.`
  const opened = await openReadiness(demo, [
    reportOf('r', 1, { ...levelOne, codeowners: failed(rationale), skills: passed() }),
  ])
  await opened.press('Enter', '/', ...'retries hide')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  await opened.press('Enter')
  const marked = [
    ...opened
      .styledFrame()
      .slice(0, -2)
      .join('\n')
      .matchAll(/\x1b\[7m(.*?)\x1b\[27m/g),
  ].map(([, text]) => text)
  expect(marked.join(' ').replaceAll(/\s+/g, ' ')).toBe('Retries hide retries hide')
})

test('n and N go from place to place that holds what is looked for: down a long rationale, then to the next criterion', async () => {
  const long = ['needle one', ...Array.from({ length: 60 }, (_, line) => `line ${line}`), 'needle two'].join('\n')
  const opened = await openReadiness(demo, [
    reportOf('r', 1, { ...levelOne, codeowners: failed(long), skills: passed('A needle here.'), readme: passed() }),
  ])
  await opened.press('Enter', '/', ...'needle', 'Enter')
  expect(textOf(opened)).toContain('needle one')
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
  expect(textOf(opened)).toContain('needle two')
  expect(textOf(opened)).not.toContain('needle one')
  await opened.press('n')
  expect(selectedRow(opened)).toMatch(/^✓ skills/)
  await opened.press('n')
  expect(opened.frame().at(-1)).toContain('No criterion holds it below this one.')
  await opened.press('N')
  expect(selectedRow(opened)).toMatch(/^✗ codeowners/)
})

test('a text that stands far down a rationale is brought into view at once', async () => {
  const long = [...Array.from({ length: 60 }, (_, line) => `line ${line}`), 'the needle'].join('\n')
  const opened = await openReadiness(demo, [reportOf('r', 1, { codeowners: failed(long) })])
  await opened.press('Enter', '/', ...'the needle')
  expect(textOf(opened)).toContain('the needle')
  expect(textOf(opened)).not.toContain('line 0 ')
})
