import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { demoIds } from '../../../src/service/demo/kit/demo-ids.ts'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { isLoaded, type OpenedScreen } from '../../helpers/screen.tsx'
import { openView, toView, type VIEWS } from '../../helpers/views.ts'

// What Y copies is run in process against the same service, and its rows are laid beside those of the screen's own export.

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const open = async (screen: keyof typeof VIEWS, rows = 60) => openView(demo, screen, { columns: 200, rows })

/** Cells of a Markdown table. */
const cellsOf = (markdown: string): string[][] =>
  markdown
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** Where the service accounts stand that people have added. */
let cache: string
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-twins-'))
  cache = join(folder, 'twins.db')
  return () => rmSync(folder, { recursive: true })
})

/** What Y copies, and what it prints. */
const twinOf = async (opened: OpenedScreen, format = 'md'): Promise<{ command: string; out: string }> => {
  await toView(opened, ['Y'])
  const command = (opened.copied.at(-1) ?? '').replace(/^qd /, '')
  const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
  const ran = await runQd([...words, '--format', format], { url: demo.url, key: demo.key, cache })
  expect([command, ran.code, ran.code === 0 ? '' : ran.err]).toEqual([command, 0, ''])
  return { command, out: ran.out }
}

/** What the pager is given of the view, and what the copied command prints of it, both as Markdown. */
const both = async (opened: OpenedScreen): Promise<{ command: string; screen: string[][]; printed: string[][] }> => {
  await toView(opened, ['|'])
  const { command, out } = await twinOf(opened)
  return { command, screen: cellsOf(opened.outside.paged.at(-1) ?? ''), printed: cellsOf(out) }
}

/** The rows of the columns that both have, `least` or more, are the same ones in the same order. */
const expectSameRows = async (opened: OpenedScreen, least: number): Promise<string> => {
  const { command, screen, printed } = await both(opened)
  const names = (screen[0] ?? []).filter((name) => name !== '' && printed[0]?.includes(name))
  const picked = (rows: string[][]) =>
    rows.slice(2).map((row) => names.map((name) => row[rows[0]?.indexOf(name) ?? -1]))
  expect([command, picked(printed)]).toEqual([command, picked(screen)])
  expect([command, names.length]).toEqual([command, Math.max(least, names.length)])
  expect(screen.length).toBeGreaterThan(2)
  return command
}

const views = [
  ['credits', [], 4],
  ['tools', ['Tab'], 8],
  ['activity', ['Tab', 'Tab'], 3],
  ['productivity', ['S-Tab'], 3],
] as const

test.each(views)(
  'in every breakdown of %s and every order, what Y copies prints the same rows',
  async (_view, keys, groups) => {
    const opened = await open('usage')
    await opened.press(...keys)
    const seen = new Set<string>()
    for (let group = 0; group < groups; group += 1) {
      for (const sort of [[], ['s', 'n'], ['s', 'd'], ['s', 'c']]) {
        await opened.press(...sort)
        const { command, screen, printed } = await both(opened)
        expect([command, printed]).toEqual([command, screen])
        expect(screen.length).toBeGreaterThan(2)
        seen.add(command)
      }
      await opened.press('F', 'Enter')
    }
    expect(seen.size).toBeGreaterThanOrEqual(groups * 3)
  },
)

test('who used a model, names apart, and filtered rows are printed too', async () => {
  const opened = await open('usage')
  await opened.press('Enter')
  const people = await both(opened)
  expect(people.command).toMatch(/--by person --model \S+/)
  expect(people.printed).toEqual(people.screen)
  await opened.press('Esc', '/', 'o', 'Enter')
  const filtered = await both(opened)
  expect(filtered.command).toContain('--where o')
  expect(filtered.printed).toEqual(filtered.screen)
  await opened.press('Esc', '/')
  await opened.paste('credits>1k delta>10% !x')
  await opened.press('Enter')
  const conditions = await both(opened)
  expect(conditions.command).toContain("--where 'credits>1k delta>10% !x'")
  expect(conditions.printed).toEqual(conditions.screen)
  expect(conditions.screen.length).toBeGreaterThan(2)
  await opened.press('Esc', 'Esc', 'Tab', 'F', 'Enter', 'F', 'Enter', 'z', 'm')
  const apart = await both(opened)
  expect(apart.command).toContain('--by mcp-server --apart')
  expect(apart.printed).toEqual(apart.screen)
  await opened.press('d')
  const alone = await both(opened)
  expect(alone.command).not.toContain('--compare')
  expect(alone.printed).toEqual(alone.screen)
})

test('people stand in the copied command as on the screen, in every order', async () => {
  const opened = await open('people')
  await opened.press('G')
  await opened.frameWith((frame) => !frame.join('\n').includes('loading') && isLoaded(frame))
  for (const letter of ['c', 't', 's', 'n', 'o', 'd', 'y']) {
    await opened.press('s', letter)
    const { command, screen, printed } = await both(opened)
    const column = (rows: string[][], name: string): (string | undefined)[] => {
      const at = rows[0]?.indexOf(name) ?? -1
      expect([command, name, at]).not.toEqual([command, name, -1])
      return rows.slice(2).map((row) => row[at])
    }
    for (const [own, printedAs] of [
      ['name', 'user_email'],
      ['credits', 'billable_tokens'],
      ['share', 'share'],
      ['tools', 'tool_calls'],
      ['sessions', 'sessions'],
      ['commits', 'git_commits'],
    ] as const)
      expect([command, own, column(printed, printedAs)]).toEqual([command, own, column(screen, own)])
  }
})

test('marked people side by side are the people that the copied command prints, with the same credits', async () => {
  const opened = await open('people')
  const frame = await toView(opened, ['Space', 'j', 'Space', 'j', 'Space', '='])
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
  await opened.frameWith((frame) => !frame.join('\n').includes('loading') && isLoaded(frame))
  for (const sort of [[], ['s', 't']]) {
    await opened.press(...sort)
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

test.each(views)(
  'in every breakdown of a day of %s, what Y copies prints the same rows beside the usual weekday',
  async (_view, keys, groups) => {
    const opened = await open('usage')
    await toView(opened, [...keys, 'h', 'Enter'])
    for (let group = 0; group < groups; group += 1) {
      for (const sort of [[], ['s', 'd']]) {
        await opened.press(...sort)
        const { command, screen, printed } = await both(opened)
        expect(command).toMatch(/--from (\S+) --to \1 --compare weekday/)
        expect([command, printed]).toEqual([command, screen])
        expect(printed[0]).toEqual(expect.arrayContaining(['usual', 'difference']))
        expect(columnOf(printed, 'usual').some((usual) => Number(usual) > 0)).toBe(true)
      }
      await opened.press('F', 'Enter')
    }
  },
)

test('who used a model on a day is printed beside the usual weekday, filtered by it too', async () => {
  const opened = await open('usage')
  await toView(opened, ['n', 'Enter', 'Enter', '/'])
  await opened.paste('delta>10')
  await toView(opened, ['Enter'])
  const { command, screen, printed } = await both(opened)
  expect(command).toMatch(/--by person --model \S+ .* --compare weekday --where 'delta>10'/)
  expect(printed).toEqual(screen)
  expect(screen.length).toBeGreaterThan(2)
})

test('the days of one person are those that the copied command prints', async () => {
  const opened = await open('people')
  await toView(opened, ['Enter'])
  await expectSameRows(opened, 4)
})

/** The ids of criteria in their rows, from the top. */
const criteriaIn = (frame: readonly string[]): string[] =>
  frame.flatMap((row) => /^[▌ ] {3}[✓✗–?] (\S+)/.exec(row)?.[1] ?? [])

const columnOf = (rows: string[][], name: string): (string | undefined)[] =>
  rows.slice(2).map((row) => row[rows[0]?.indexOf(name) ?? -1])

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
    if (screen === 'keys')
      for (const id of Object.values(demoIds.serviceAccounts))
        await runQd(['keys', 'add', id], { url: demo.url, key: demo.key, cache })
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
