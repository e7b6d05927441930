import { expect, test } from 'vitest'
import { textWidth } from '../../../../src/domain/text/width.ts'
import { sharedDemo } from '../../../helpers/screen.tsx'
import { namesOf, openUsage, people, selected } from '../../../helpers/usage-screen.ts'

const demo = sharedDemo()

test('the filter applies while it is typed, and can be kept, edited and cleared', async () => {
  const opened = await openUsage(demo, {}, 'F', 'Enter', '/')
  const counts = () => opened.frame().find((row) => row.includes(' of 11')) ?? ''
  await opened.press('.')
  expect(counts()).toMatch(/^ \/ \. +11 of 11$/)
  expect(opened.frame().at(-2)).toBe(' Enter keep the filter  Esc show all rows  Tab complete')
  await opened.press('Backspace', 'C', '.')
  expect(namesOf(opened)).toEqual([people[0], people[2]])
  expect(counts()).toContain('2 of 11')
  // Keys of the screen are typed text in the field.
  await opened.press('q')
  expect(opened.quits()).toBe(0)
  expect(opened.frame().join('\n')).toContain('No matching rows. Press Esc to show all.')
  await opened.press('Backspace', 'Enter')
  expect(counts()).toMatch(/^ \/ C\. +2 of 11, Esc shows all$/)
  expect(opened.frame().at(-2)).toContain('j/k row')
  await opened.press('j')
  expect(selected(opened)).toBe(people[2])
  await opened.press('Esc')
  expect(namesOf(opened)).toHaveLength(8)
  expect(selected(opened)).toBe(people[2])
  expect(opened.quits()).toBe(0)
  for (const key of ['Esc', '^c']) {
    await opened.press('/', 'C', key)
    expect([namesOf(opened).length, opened.quits()]).toEqual([8, 0])
  }
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})

test('Tab completes fields and their values, and cycles through the completions', async () => {
  const opened = await openUsage(demo, { columns: 120 }, 'F', 'Enter', '/')
  const line = () => opened.frame().find((row) => row.startsWith(' / ')) ?? ''
  expect(line()).toMatch(/^ \/ +Tab {2}credits> {2}share> {2}delta> {2}input> .* 11 of 11$/)
  await opened.press('d')
  expect(line()).toMatch(/^ \/ d +Tab {2}delta> {2}person=/)
  await opened.press('Tab')
  expect(line()).toMatch(/^ \/ delta> +Tab {2}delta> {2}person=.* delta> needs a number/)
  await opened.press('Tab')
  expect(line()).toMatch(/^ \/ person=/)
  await opened.press('S-Tab')
  expect(line()).toMatch(/^ \/ delta>/)
  // A typed character ends the completion.
  await opened.press('0', ' ', 's', 'h', 'Tab')
  expect(line()).toMatch(/^ \/ delta>0 share>/)
  await opened.press('5', 'Enter')
  expect(line()).toMatch(/^ \/ delta>0 share>5 +\d+ of 11, credits sum [\d,]+, median [\d,.]+, Esc shows all$/)
})

test('the problem of a filter is shown next to it while it is typed', async () => {
  const opened = await openUsage(demo, { columns: 120 }, '/')
  await opened.paste('credts>1k')
  expect(opened.frame().join('\n')).toContain("unknown field 'credts': did you mean credits?")
  expect(namesOf(opened).length).toBeGreaterThan(1)
  await opened.press('^u')
  await opened.paste('model=opsu')
  await opened.press('Enter')
  expect(opened.frame().join('\n')).toContain("no model matches 'opsu': did you mean opus?")
})

test('a paste into the filter becomes one safe line; elsewhere it has no effect', async () => {
  const opened = await openUsage(demo, { columns: 60, rows: 16 })
  await opened.paste('q1q')
  expect(opened.quits()).toBe(0)
  await opened.press('/')
  await opened.paste('son\x1b[31m\nnet')
  expect(opened.frame().join('\n')).toContain(' / son[31m net')
  await opened.press('^u')
  await opened.paste('a\u202eb\u2028c')
  for (const keys of [['Enter'], ['/', '^u']]) {
    expect(opened.frame().find((row) => row.startsWith(' / '))).toContain('a⟨202E⟩b⟨2028⟩c')
    await opened.press(...keys)
  }
  await opened.paste('漢字'.repeat(60))
  for (const keys of [['Enter'], []]) {
    expect(Math.max(...opened.frame().map(textWidth))).toBeLessThanOrEqual(60)
    await opened.press(...keys)
  }
})
