import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../../screens/kit/screen/names.ts'
import { openLinearScreen } from '../../helpers/linear-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

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

test('spoken text is sufficient to find who changed the allowlist', async () => {
  const opened = await openLinearScreen(demo)
  const overview = await opened.spokenLines()
  expect(overview).toContainEqual(expect.stringMatching(/rev 418, loosened: commandAllowlist allows 1 more/))
  const history = await opened.say('5')
  expect(history).toContainEqual(expect.stringMatching(/^row 1 of \d+: 418, .*by Hana Fischer.*commandAllowlist/))
  const diff = await opened.say('Enter')
  expect(diff).toContainEqual(
    expect.stringMatching(/^row 1 of 2: changed commandAllowlist, plus .*attention loosened$/),
  )
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
