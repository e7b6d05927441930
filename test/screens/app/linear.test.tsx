import { expect, test } from 'vitest'
import { SCREEN_NAMES, type ScreenName } from '../../../screens/kit/screen/names.ts'
import { openLinearScreen } from '../../helpers/linear-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'
import { VIEWS } from '../../helpers/views.ts'

const demo = sharedDemo()

test.each(SCREEN_NAMES)('%s is read line by line, each pane by name, without drawings or ellipses', async (screen) => {
  const opened = await openLinearScreen(demo, { screen })
  const lines = (await opened.spokenLines()).slice(1)
  expect(lines[0]).toMatch(/^\w[\w ,:]*\.$/)
  const panes = lines.filter((line) => line.endsWith(':'))
  expect(panes.length).toBeGreaterThan(0)
  expect(lines.at(-1)).toMatch(/^Command: qd /)
  for (const line of lines) {
    expect(line).not.toMatch(/[\ue000-\uf8ff▁-█─-╿⠀-⣿▲▼✓✗●○▌…\x1b]| {2}/)
    expect(line.length).toBeLessThan(900)
  }
  // Only the row, or a notice at the end of the list.
  const moved = await opened.say('j')
  expect(moved.length).toBeLessThan(4)
  expect(moved.at(-1)).toMatch(/^(row \d+ of \d+: |Notice: )/)
  expect(await opened.say(',')).toContainEqual(expect.stringMatching(/^row \d+ of \d+: |^No row/))
  expect((await opened.say(';')).length).toBeGreaterThan(3)
})

/** Words without letters that are read as words or are data: a percentage, a wildcard, the root folder. */
const READ = /^(?:%[.;]?|\*"?\]?|\/)$/

/** The symbols in spoken lines. Commands are read as they are typed. */
const symbolsIn = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !line.startsWith('Command: '))
    .flatMap((line) => [
      ...(line.match(/[^\x20-\x7e\p{L}\p{M}\p{N}’]/gu) ?? []),
      ...line.split(/[ ,]+/).filter((word) => /^[^\p{L}\p{N}]+$/u.test(word) && !READ.test(word)),
    ])

test.each([...Object.entries(VIEWS), ['hooks', [[], ['Tab'], ['Tab']]] as const])(
  'no view of %s contains a symbol',
  async (screen, views) => {
    const opened = await openLinearScreen(demo, { screen: screen as ScreenName })
    for (const keys of views) {
      await opened.press(...keys)
      await opened.spokenLines()
      const lines = [...(await opened.say(';')), ...(await opened.say(','))]
      expect({ keys, symbols: symbolsIn(lines) }).toEqual({ keys, symbols: [] })
    }
  },
)

const POPUPS = ['?', '&', '@', ':', 't', 's', 'g', 'z', 'O', 'C', 'm', "'", '/', '^s']

test('no popup, form or notice contains a symbol', async () => {
  const opened = await openLinearScreen(demo, { screen: 'people' })
  await opened.spokenLines()
  for (const key of POPUPS) {
    const lines = await opened.say(key)
    expect(lines.length, key).toBeGreaterThan(0)
    expect({ key, symbols: symbolsIn(lines) }).toEqual({ key, symbols: [] })
    await opened.say('Esc')
  }
  await opened.say('Space')
  expect((await opened.say('k')).at(-1)).toMatch(/^row 1 of 11: marked 1, person /)
})

test('the days known as of an earlier day are read, not drawn', async () => {
  const opened = await openLinearScreen(demo, { screen: 'usage', state: { at: '2026-11-12' } })
  const lines = await opened.spokenLines()
  expect(lines.join('\n')).toContain('days up to 12 Nov Thu are known')
  expect(lines.join('\n')).not.toContain('thick')
})

test('spoken text is sufficient to find who changed the allowlist', async () => {
  const opened = await openLinearScreen(demo)
  const overview = await opened.spokenLines()
  expect(overview).toContainEqual(expect.stringMatching(/rev 418, loosened: commandAllowlist allows 1 more/))
  const history = await opened.say('5')
  expect(history).toContainEqual(expect.stringMatching(/^row 1 of \d+: 418, .*by Hana Fischer.*commandAllowlist/))
  expect(history).toContainEqual(expect.stringMatching(/^417, .*edits 1 changed, 1 added, changed modelPolicy/))
  const diff = await opened.say('Enter')
  expect(diff).toContainEqual(expect.stringMatching(/^row 1 of 2: changed commandAllowlist, plus .*loosened$/))
  const blame = await opened.say('b')
  expect(blame[0]).toBe('Controls, 417 to 418, blame.')
  expect(blame).toContainEqual(expect.stringMatching(/^row 1 of \d+: 418, .*by Hana Fischer/))
})

test('the export of usage to CSV is spoken: the options, the file and the result', async () => {
  const opened = await openLinearScreen(demo)
  await opened.spokenLines()
  const usage = await opened.say('2')
  expect(usage).toContainEqual(
    expect.stringMatching(/^credits, .*: lowest [\d,]+ on .*, highest [\d,]+ on .*, last [\d,]+ on /),
  )
  await opened.press('^s')
  await opened.frameWith('NDJSON')
  const choices = await opened.spokenLines()
  expect(choices.slice(0, 2)).toEqual(['Export:', expect.stringMatching(/^c, CSV, usage.*\.csv, selected$/)])
  await opened.press('Enter')
  await opened.frameWith('Export as CSV')
  expect((await opened.spokenLines())[0]).toBe('Export as CSV:')
  await opened.press('Enter')
  await opened.frameWith('Wrote')
  expect((await opened.spokenLines()).at(-1)).toMatch(/^Notice: Wrote usage-credits-by-model.*\.csv/)
  expect(opened.outside.files.size).toBe(1)
})
