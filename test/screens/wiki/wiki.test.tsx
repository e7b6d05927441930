import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DeleteWikiDialog, ExportWikiDialog } from '../../../screens/wiki/dialogs/wiki-dialogs.tsx'
import { startDemo } from '../../helpers/demos.ts'
import { openDialog } from '../../helpers/dialog.tsx'
import { makeFolder } from '../../helpers/make-folder.ts'
import { openScreen, until } from '../../helpers/screen.tsx'

const open = async (columns = 120, rows = 36) => {
  const demo = await startDemo()
  const screen = await openScreen(undefined, { columns, rows, screen: 'wiki', after: (_ms, act) => act() })
  const folder = makeFolder()
  screen.outside.folder = folder
  screen.connect(demo)
  const text = () => screen.frame().join('\n')
  const see = (...words: string[]) => screen.frameWith((rows) => words.every((word) => rows.join('\n').includes(word)))
  /** Waits until this number of exports have succeeded. */
  const exported = (count = 1) =>
    until(
      () => screen.session.actions.list().filter(({ state }) => state.is === 'done').length === count,
      screen.session.actions.list,
    )
  await see('5 runs')
  return { ...screen, folder, text, see, exported }
}

test('an export continues on another screen, and its archive can be read and extracted', async () => {
  const { press, see, folder, exported, text, copied } = await open()
  await press('/', ...'checkout', 'Enter', 'x')
  await see('Export the wiki of checkout', 'checkout-wiki.zip')
  await press('Enter', '2')
  await exported()
  expect(readdirSync(folder)).toEqual(['checkout-wiki.zip'])
  await press('8')
  await see('1 finished', '39 pages')
  await press('Enter')
  await see('verified', 'Applications')
  await press('/', ...'xyzzy', 'Enter')
  await see('nothing found, Esc shows all', 'No page has it.')
  await press('Esc', 'G', 'Enter')
  expect(text()).not.toContain('▌')
  await press('q', 'g', 'g')
  expect(text()).toContain('▌')
  await see('Wiki > checkout-wiki.zip')
  await press('Y', 'G', 'Y')
  expect(copied.map((command) => command.split('checkout-wiki.zip')[1])).toEqual(['', " 'Release calendar.md'"])
  await see('# ')
  await press('x')
  await see('Extract checkout-wiki.zip')
  await press('Enter')
  await until(() => existsSync(join(folder, 'checkout-wiki', 'Home.md')), text)
})

test('the pages of an export are below the runs, and can be folded and read there', async () => {
  const { press, see, text, session, frame, frameWith, keys, loaded } = await open()
  /** Clicks a page that is not selected, and returns its row. */
  const clickPage = () => {
    const y = frame().findLastIndex((row) => /^ .*\.md\s+[\d.]+ k?B/.test(row))
    keys(`\x1b[<0;6;${y + 1}M\x1b[<0;6;${y + 1}m`)
    return y
  }
  await press('/', ...'checkout', 'Enter', 'x')
  await see('Export the wiki of checkout')
  await press('Enter')
  await see('verified: 39 pages', 'checksums match', 'Applications')
  const hasRow = (pattern: RegExp) => frameWith((rows) => pattern.test(rows.join('\n')))
  await hasRow(/▾ Applications\/?\s+\d+/)
  const below = clickPage()
  await until(() => (frame()[below] ?? '').startsWith('▌'), text)
  await press('g', 'g', 'h')
  await hasRow(/▌▸ Applications\/?\s+\d+/)
  await press('G')
  await hasRow(/▌.*\.md\s+[\d.]+ k?B\s+│/)
  await press('Enter')
  await see('Wiki > checkout-wiki.zip', 'wiki pages')
  await press('Enter')
  await hasRow(/▌.*\.md\s+[\d.]+ k?B/)
  const inside = clickPage()
  await until(() => (frame()[inside] ?? '').startsWith('▌'), text)
  await press('q', 'i')
  await see('source ')
  // The cache has it too, as after a restart of the explorer.
  for (const { id } of session.actions.list()) session.actions.forget(id)
  await loaded()
  await see('1 finished', '✓ checkout-wiki.zip', 'export      ✓ checkout-wiki.zip', ' ago', 'Enter read')
  await press('i')
  await see('verified: 39 pages')
  await press('Tab', 'y', 'i')
  await see('Sent to the terminal: the id of the run.')
})

test('an existing file is overwritten only after confirmation', async () => {
  const { press, see, exported } = await open()
  await press('j', 'x')
  await see('Export the wiki of')
  await press('Enter')
  await exported(1)
  await press('x')
  await see('Export the wiki of')
  await press('Enter')
  await see('exists. Overwrite it?')
  await press('y')
  await exported(2)
})

test('"export NAME" in the palette finds the run from any screen', async () => {
  const { press, see } = await open()
  await press('1', ':', ...'export', 'Space', ...'payments')
  await see('export payments, run wiki_payments')
  await press('Enter')
  await see('Export the wiki of payments', 'payments-wiki.zip')
})

test('a dialog shows the request with the encoded id', async () => {
  const run = { id: 'wr 1/ü?', name: undefined }
  const deleting = await openDialog(DeleteWikiDialog, { run }, { columns: 100 })
  expect(deleting.dialog().join()).toContain(' DELETE /api/v0/wiki/wr%201%2F%C3%BC%3F on acme, sent once')
  const half = await openDialog(DeleteWikiDialog, { run: { ...run, id: 'wr_\ud800' } })
  expect(half.dialog().join()).toContain('/v0/wiki/wr_%EF%BF%BD on acme')
  const exporting = await openDialog(ExportWikiDialog, { run }, { columns: 100 })
  expect(exporting.dialog().join()).toContain('/v0/wiki/wr%201%2F%C3%BC%3F/export on acme')
})

test.each([
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
])('at %i columns and %i rows the list, a form and an archive are drawn', async (columns, rows) => {
  const { press, see, frame, text } = await open(columns, rows)
  await press('/', ...'checkout', 'Enter')
  await see('checkout')
  await press('x')
  await see('Export the wiki of checkout')
  await press('Enter')
  await see('1 finished')
  // The shortest window has no space below its list.
  if (rows > 15) await see('verified', '# Configuration')
  await see(' 0 req')
  await expect(`${text()}\n`).toMatchFileSnapshot(`./frames/exported-${columns}x${rows}.txt`)
  if (rows === 15) {
    await press('Tab')
    await see('not shown here. Press Enter to open them')
  }
  await press('Enter')
  await see('verified', 'Applications')
  expect(frame()).toHaveLength(rows)
})
