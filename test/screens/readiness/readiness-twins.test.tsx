import { expect, test } from 'vitest'
import { cellsOf, columnOf, headlessTwins } from '../../helpers/headless-twins.ts'
import { toView } from '../../helpers/views.ts'

const { open, twinOf, expectSameRows } = headlessTwins()

/** The ids of criteria in their rows, from the top. */
const criteriaIn = (frame: readonly string[]): string[] =>
  frame.flatMap((row) => /^[▌ ] {3}[✓✗–?] (\S+)/.exec(row)?.[1] ?? [])

test('repositories stand in the copied command in every order, filtered as on the screen', async () => {
  const opened = await open('readiness')
  for (const letter of ['t', 'l', 'l', 'p', 'd', 'n', 'n']) {
    await opened.press('s', letter)
    expect(await expectSameRows(opened, 12)).toContain('readiness list --newest --sort')
  }
  await opened.press('/')
  await opened.paste('level<4 fails=readme,codeowners')
  await opened.press('Enter')
  expect(await expectSameRows(opened, 12)).toContain("--where 'level<4 fails=readme,codeowners'")
})

test('criteria stand in the copied command: all, by each quick filter, filtered, compared and on the way up', async () => {
  const opened = await open('readiness', 140)
  const expectCriteria = async () => {
    const shown = criteriaIn(opened.frame())
    const { command, out } = await twinOf(opened)
    expect([command, columnOf(cellsOf(out), 'criterion')]).toEqual([command, shown])
    return shown.length
  }
  await toView(opened, ['Enter', 'z', 'a', 'z', 'a'])
  expect(await expectCriteria()).toBeGreaterThan(50)
  for (const _ of ['failing', 'regressed', 'skipped']) {
    await opened.press('f')
    await expectCriteria()
  }
  await opened.press('f', '/')
  await opened.paste('level=2 verdict=failed')
  await toView(opened, ['Enter'])
  expect(await expectCriteria()).toBeGreaterThan(0)
  await toView(opened, ['Esc', 'd'])
  expect(await expectCriteria()).toBeGreaterThan(0)
  await toView(opened, ['f'])
  await expectCriteria()
  await toView(opened, ['f', 'f', 'f', 'd', 'w'])
  expect(await expectCriteria()).toBeGreaterThan(0)
  await toView(opened, ['w', 'Tab'])
  await expectSameRows(opened, 8)
})

test('a criterion in all repositories stands in the copied command in the same order', async () => {
  const opened = await open('readiness')
  await toView(opened, ['Enter', 'n', 'Enter'])
  await expectSameRows(opened, 4)
  await toView(opened, ['f'])
  expect(await expectSameRows(opened, 4)).toContain("--where 'verdict=failed'")
})

test('marked repositories side by side are printed as they stand', async () => {
  const opened = await open('readiness')
  await toView(opened, ['Space', 'j', 'Space', 'j', 'Space', '='])
  const { command, out } = await twinOf(opened)
  expect(command.match(/--beside \S+/g)).toHaveLength(3)
  const printed = cellsOf(out)
    .slice(2)
    .map((cells) => cells.slice(1, -1))
  const shown = opened
    .frame()
    .map((row) => /^[▌ ](.{30})((?:[✓✗–?] )?(?:L\d|\d\S*|skipped).*)$/.exec(row))
    .filter((found) => found !== null)
    .map(([, name = '', rest = '']) => ({
      name: name.trim().replace('…', ''),
      texts: rest
        .replaceAll(/[✓✗–?] (?=\S)/g, '')
        .trim()
        .split(/ {2,}/),
    }))
  expect(shown.length).toBeGreaterThan(20)
  for (const [at, { name, texts }] of shown.entries()) {
    expect(printed[at]?.[0]?.startsWith(name)).toBe(true)
    expect(printed[at]?.slice(1).map((text) => text || '–')).toEqual(texts)
  }
})
