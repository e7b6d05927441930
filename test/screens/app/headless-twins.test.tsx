import { expect, test } from 'vitest'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { cellsOf, columnOf, headlessTwins } from '../../helpers/headless-twins.ts'
import { toView } from '../../helpers/views.ts'

const { open, run, twinOf, both, expectSameRows, expectSameCsv } = headlessTwins()

test('people stand in the copied command as on the screen, in every order', async () => {
  const opened = await open('people')
  await opened.press('G')
  await opened.loaded((frame) => !frame.join('\n').includes('loading'))
  for (const letter of ['c', 't', 's', 'n', 'o', 'd', 'y']) {
    await opened.press('s', letter)
    await expectSameCsv(opened)
    const { command, screen, printed } = await both(opened)
    const column = (rows: string[][], name: string): (string | undefined)[] => {
      const at = rows[0]?.indexOf(name) ?? -1
      expect([command, name, at]).not.toEqual([command, name, -1])
      return rows.slice(2).map((row) => row[at])
    }
    for (const name of ['user_email', 'billable_tokens', 'share', 'tool_calls', 'sessions', 'git_commits'])
      expect([command, name, column(printed, name)]).toEqual([command, name, column(screen, name)])
  }
  await opened.press('d')
  await expectSameCsv(opened)
})

test('marked people side by side are the people that the copied command prints, with the same credits', async () => {
  const opened = await open('people')
  const frame = await toView(opened, ['Space', 'j', 'Space', 'j', 'Space', '='])
  await expectSameCsv(opened)
  const { out } = await twinOf(opened)
  const printed = cellsOf(out)
  const credits = columnOf(printed, 'billable_tokens').map((text) => fullNumber(Number(text)))
  expect(credits).toHaveLength(3)
  const row = frame.find((line) => /^[▌ ]*credits {2}/.test(line)) ?? ''
  expect((row.match(/(?<= )[\d,]{4,}(?= |$)/g) ?? []).toSorted()).toEqual(credits.toSorted())
})

test('single days of people are printed as they are listed', async () => {
  const opened = await open('people')
  await opened.press('z', 'd', 'G')
  await opened.loaded((frame) => !frame.join('\n').includes('loading'))
  for (const sort of [[], ['s', 't']]) {
    await opened.press(...sort)
    await expectSameCsv(opened)
    const { command, screen, printed } = await both(opened)
    expect(command).not.toContain('--totals')
    for (const name of ['user_email', 'date', 'billable_tokens', 'tool_calls', 'sessions'])
      expect([command, name, columnOf(printed, name)]).toEqual([command, name, columnOf(screen, name)])
    expect(screen.length).toBeGreaterThan(50)
  }
})

test('inside a CI job and whole settings the copied command prints all, and a filter of paths is named as left out', async () => {
  for (const [screen, keys] of [
    ['ci', ['Enter']],
    ['controls', ['Enter', 'Enter']],
  ] as const) {
    const opened = await open(screen)
    await toView(opened, [...keys, '|'])
    const { out } = await twinOf(opened, 'json')
    const printed = JSON.parse(out)
    expect(printed.jobs?.[0] ?? printed.settings).toEqual(JSON.parse(opened.outside.paged.at(-1) ?? ''))
    expect(opened.frame().join('\n')).not.toContain('(without')
    await toView(opened, ['/', 'a', 'Enter'])
    await opened.press('Y')
    await opened.frameWith('(without the filter of paths)')
  }
})

test('the days of one person are those that the copied command prints', async () => {
  const opened = await open('people')
  await toView(opened, ['Enter'])
  await expectSameRows(opened, 4)
})

test('revisions, what is still open and who changed a setting are printed as they are listed', async () => {
  const opened = await open('controls')
  // All of them are loaded and compared once somebody looks.
  await toView(opened, ['G', 'g', 'g'])
  await expectSameRows(opened, 8)
  await opened.press('/')
  await opened.paste('verdict=widened')
  await toView(opened, ['Enter'])
  await expectSameRows(opened, 8)
  await toView(opened, ['f'])
  expect(await expectSameRows(opened, 8)).toContain("controls open --sort revision --where 'verdict=widened'")
  await toView(opened, ['Esc'])
  expect(await expectSameRows(opened, 8)).toMatch(/controls open --sort revision$/)
})

test('a comparison and whole settings are printed as they are shown, and blame too', async () => {
  const opened = await open('controls')
  await toView(opened, ['Enter'])
  for (const _ of ['all', 'widened']) {
    await toView(opened, ['|'])
    const { command, out } = await twinOf(opened)
    expect([command, out]).toEqual([command, opened.outside.paged.at(-1)])
    await toView(opened, ['f'])
  }
  await toView(opened, ['f', 'f', 'b'])
  await expectSameRows(opened, 7)
  await toView(opened, ['Esc', 'Enter', '|'])
  const { out } = await twinOf(opened, 'json')
  expect(JSON.parse(out).settings).toEqual(JSON.parse(opened.outside.paged.at(-1) ?? ''))
})

test.each([
  ['computers', ['c', 'c', 'n', 's'], 'status=error,active'],
  ['keys', ['e', 'e', 'a', 'n', 'c'], 'state=active'],
  ['ci', ['t', 't', 's', 'r'], 'phase=failed,done'],
] as const)(
  'the rows of %s stand in the copied command in every order, filtered as on the screen',
  async (screen, sorts, where) => {
    if (screen === 'keys') for (const id of Object.values(demoIds.serviceAccounts)) await run(['keys', 'add', id])
    const opened = await open(screen)
    for (const letter of sorts) {
      await opened.press('s', letter)
      await expectSameRows(opened, 5)
    }
    if (screen !== 'computers') {
      await toView(opened, ['f'])
      await expectSameRows(opened, 5)
      await toView(opened, ['f', 'f'])
    }
    await opened.press('/')
    await opened.paste(where)
    await toView(opened, ['Enter'])
    expect(await expectSameRows(opened, 5)).toContain(`--where '${where}'`)
  },
)

test('a computer and a key that are looked into are those that the copied command prints', async () => {
  const computers = await open('computers')
  await toView(computers, ['Enter', 'y', 'j'])
  const copied = JSON.parse(computers.copied.at(-1) ?? '')
  expect(JSON.parse((await twinOf(computers, 'json')).out)).toMatchObject({ name: copied.name, status: copied.status })
  const keys = await open('keys')
  await toView(keys, ['Enter', 'y', 'j'])
  const key = JSON.parse(keys.copied.at(-1) ?? '')
  const { command, out } = await twinOf(keys, 'json')
  expect([command, JSON.parse(out).apiKeys.map(({ id }: { id: string }) => id)]).toEqual([command, [key.id]])
})

test('wiki runs are those that the copied command prints, filtered as on the screen', async () => {
  const opened = await open('wiki')
  const idsIn = (frame: readonly string[]) => frame.flatMap((row) => /^[▌ ](wiki_\S+)/.exec(row)?.[1] ?? [])
  for (const keys of [[], ['/', 'o', 'Enter']]) {
    const shown = idsIn(await toView(opened, keys))
    const { command, out } = await twinOf(opened)
    expect([command, columnOf(cellsOf(out), 'wiki_run_id')]).toEqual([command, shown])
    expect(shown.length).toBeGreaterThan(1)
  }
})

test('the figures of the overview, what needs attention and the revisions are those that the copied command prints', async () => {
  const opened = await open('overview')
  await toView(opened, ['|'])
  const { out } = await twinOf(opened, 'json')
  const told = JSON.parse(out)
  const lines = (opened.outside.paged.at(-1) ?? '').split('\n')
  const figures = lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => name in told)
  expect(figures.length).toBeGreaterThan(6)
  for (const [, name = '', value, before] of figures) {
    // Markdown is rounded.
    for (const [text, number] of [
      [value, told[name].value],
      [before, told[name].previous],
    ] as const)
      expect(Number(text) / number).toBeCloseTo(1, 3)
  }
  // The accounts that other tests here have added are known to the command alone.
  const own = told.attention.filter(({ screen }: { screen: string }) => screen !== 'keys')
  expect(lines.filter((line) => /^- (high|medium): /.test(line))).toHaveLength(own.length)
  const revisions = lines.slice(lines.findIndex((line) => line.startsWith('## Controls'))).join('\n')
  const newest = told.revisions.map(({ revision }: { revision: number }) => revision)
  expect(newest.length).toBeGreaterThan(3)
  const shown = [...revisions.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))
  expect(shown.slice(0, newest.length)).toEqual(newest)
})
