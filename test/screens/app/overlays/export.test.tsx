import { expect, test } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'

const demo = sharedDemo()

const openUsage = async (): Promise<OpenedScreen> => {
  const screen = await openScreen(demo, { columns: 100, rows: 30, screen: 'usage' })
  await screen.loaded((frame) => frame.some((row) => row.startsWith('▌')))
  return screen
}

/** The rows of the dialog. */
const popupOf = (frame: string[]): string[] => {
  const top = frame.findLastIndex((row) => row.startsWith('── Export'))
  return top < 0 ? [] : frame.slice(top, -2)
}
const hintsOf = (frame: string[]): string => frame.at(-2) ?? ''
const lastOf = (frame: string[]): string => frame.at(-1) ?? ''
const NAME = 'usage-credits-by-model-2026-11-07-2026-11-20'

test('the formats are listed with their file names', async () => {
  const screen = await openUsage()
  await screen.press('^s')
  const popup = popupOf(screen.frame())
  expect(popup[0]).toMatch(/^── Export ─+$/)
  expect(popup.slice(1)).toEqual([
    `▌c  CSV       ${NAME}.csv`,
    ` s  JSON      ${NAME}.json`,
    ` n  NDJSON    ${NAME}.ndjson`,
    ` m  Markdown  ${NAME}.md`,
  ])
  expect(hintsOf(screen.frame())).toBe(' j/k move  Enter select  Esc close')
  await screen.press('j', 'j', 'k')
  expect(popupOf(screen.frame())[2]).toBe(`▌s  JSON      ${NAME}.json`)
  await screen.press('q')
  expect(popupOf(screen.frame())).toEqual([])
  expect(screen.outside.files.size).toBe(0)
})

test('a letter chooses a format, Enter writes it, and the last row shows the name and the size', async () => {
  const screen = await openUsage()
  await screen.press('E', 's')
  expect(popupOf(screen.frame())[0]).toMatch(/^── Export as JSON ─+$/)
  expect(popupOf(screen.frame())[1]).toBe(` file  ${NAME}.json`)
  await screen.press('Enter')
  const frame = await screen.frameWith('Wrote')
  const [[name, text] = []] = [...screen.outside.files]
  expect(name).toBe(`${NAME}.json`)
  expect(Array.isArray(JSON.parse(text ?? ''))).toBe(true)
  const size = Buffer.byteLength(text ?? '')
  expect(size).toBeGreaterThan(1000)
  expect(lastOf(frame)).toBe(` Wrote ${NAME}.json, ${(size / 1000).toFixed(1)} kB, in /nowhere.`)
  expect(popupOf(frame)).toEqual([])
  await screen.press('j')
  expect(lastOf(screen.frame())).not.toContain('Wrote')
})

test('the name is edited before its extension, and pasted text goes there too', async () => {
  const screen = await openUsage()
  await screen.press('^s', 'Enter', '-', 'j', 'q')
  await screen.paste(' x\n')
  await screen.press('Home', '~', '/', 'End', '2', 'Enter')
  await screen.frameWith('Wrote')
  expect([...screen.outside.files.keys()]).toEqual([`~/${NAME}-jqx.csv2`])
})

test('an existing file is replaced only after a second question is answered with y', async () => {
  const screen = await openUsage()
  screen.outside.files.set(`${NAME}.md`, 'mine').set(`${NAME}2.md`, 'mine too')
  await screen.press('^s', 'm', 'Enter')
  await screen.frameWith(` ${NAME}.md exists. Overwrite it?  y/N`)
  expect(hintsOf(screen.frame())).toBe(' y yes  n no  Esc back')
  // Enter and Esc decline, because Enter may have been pressed twice.
  for (const key of ['Esc', 'Enter', 'n']) {
    await screen.press(key)
    expect(popupOf(screen.frame()).join('\n')).not.toContain('exists')
    expect(popupOf(screen.frame())[1]).toBe(` file  ${NAME}.md`)
    expect(screen.outside.files.get(`${NAME}.md`)).toBe('mine')
    await screen.press('Enter')
    await screen.frameWith('exists')
  }
  // Another name needs its own confirmation.
  await screen.press('n', '2', 'Enter')
  await screen.frameWith(`${NAME}2.md exists`)
  await screen.press('n', 'Backspace', 'Enter', 'y')
  await screen.frameWith('Wrote')
  expect(screen.outside.files.get(`${NAME}2.md`)).toBe('mine too')
  expect(screen.outside.files.get(`${NAME}.md`)).toMatch(/^\| model \| tier \| credits \|/)
})

test('the pager and the editor get the table as Markdown', async () => {
  const screen = await openUsage()
  await screen.press('|', 'e')
  expect(screen.outside.paged).toHaveLength(1)
  expect(screen.outside.paged[0]).toMatch(
    /^\| model \| tier \| credits \| share \| share_of \| credits_previous \| credits_change \| input_tokens \|/,
  )
  expect(screen.outside.edited).toEqual([{ name: `${NAME}.md`, text: screen.outside.paged[0] }])
})

test('the error of a pager is shown in the last row, and the explorer continues', async () => {
  const screen = await openUsage()
  screen.outside.failsWith = new AppError('failed', 'PAGER names "foo", which was not found.')
  await screen.press('|')
  expect(lastOf(await screen.frameWith('PAGER names'))).toBe(' PAGER names "foo", which was not found.')
  await screen.press('j')
  expect(lastOf(screen.frame())).toContain('= qd analytics')
})

test('a filter below an open popup receives no keys', async () => {
  const screen = await openUsage()
  await screen.press('/', 'o', 'Enter')
  const divider = () => screen.frame().find((row) => row.startsWith(' / '))
  expect(divider()).toMatch(/^ \/ o {2}\d of \d, .*Esc shows all$/)
  await screen.press('^s', 'm', 'q')
  await screen.paste('x')
  expect(popupOf(screen.frame())[1]).toBe(` file  ${NAME}qx.md`)
  await screen.press('Esc', 'Esc')
  expect(popupOf(screen.frame())).toEqual([])
  expect(divider()).toMatch(/^ \/ o /)
  await screen.press('t', 'Esc', ':', 'q', 'Esc')
  expect(divider()).toMatch(/^ \/ o /)
  await screen.press('/')
  await screen.paste('pus')
  expect(divider()).toMatch(/^ \/ o pus /)
  await screen.press('Enter', 'Esc')
  expect(divider()).toBeUndefined()
})

test('a table without rows cannot be exported', async () => {
  const screen = await openUsage()
  await screen.press('/', ...'no such model', 'Enter', '^s')
  expect(lastOf(screen.frame())).toBe(' Nothing to export here.')
  expect(popupOf(screen.frame())).toEqual([])
})

test('in privacy mode exports contain pseudonyms instead of names', async () => {
  const screen = await openUsage()
  await screen.press('F', 'Enter')
  await screen.loaded((frame) => frame.some((row) => /^▌\S+@/.test(row)))
  await screen.press('|', 'z', 'n')
  await screen.frameWith((frame) => frame.some((row) => /^▌Person /.test(row)))
  await screen.press('|', '^s', 'Enter', 'Enter')
  await screen.frameWith('Wrote')
  const [open, hidden] = screen.outside.paged
  expect(open).toContain('&#64;')
  expect(hidden).not.toMatch(/@|&#64;/)
  expect([...screen.outside.files.values()].join('')).not.toMatch(/@|&#64;/)
})
