import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ScreenState } from '../../../screens/kit/screen/screen-state.ts'
import { AppError } from '../../../src/base/errors.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { drawn, type OpenOptions, openScreen, sharedDemo, until } from '../../helpers/screen.tsx'
import { type ZipMember, zipFile } from '../../helpers/zip-file.ts'

const demo = sharedDemo()

const write = (members: readonly ZipMember[]): string => {
  const path = join(makeFolder(), 'wiki.zip')
  writeFileSync(path, zipFile(members))
  return path
}

const open = async (options: OpenOptions = {}) => {
  const screen = await openScreen(demo, { columns: 120, rows: 36, screen: 'wiki', ...options })
  const see = (...words: string[]) => screen.frameWith((rows) => words.every((word) => rows.join('\n').includes(word)))
  /** The selected row of the list. */
  const row = () =>
    screen
      .frame()
      .find((line) => line.startsWith('▌'))
      ?.split('│')[0]
      ?.trimEnd()
  return { ...screen, see, row }
}

/** Opens an archive from this machine. */
const openArchive = async (members: readonly ZipMember[], options: OpenOptions = {}) => {
  const archive = write(members)
  const place = { screen: 'wiki', target: { archive }, state: new ScreenState(), session: {} } as const
  const opened = await open({ ...options, places: [place] })
  await opened.see('verified')
  return { ...opened, archive }
}

const PAGES: readonly ZipMember[] = [
  { name: 'a/Flow.md', content: '# Flow\n\nThe ledger is written\nat night.\n\n- one\n- LEDGER two' },
  { name: 'b.md', content: '| x | y |\n|---|---|\n| the | ledger |' },
  { name: 'ledger.md', content: 'empty' },
  { name: 'z.md', content: 'nothing' },
]

test('/ in an archive lists lines with the number of each page, and n and N go through them across pages', async () => {
  const { press, see, row, styledFrame, frame, copied } = await openArchive(PAGES)
  await press('/', ...'ledger', 'Enter')
  await see('3 lines in 3 pages, Esc shows all')
  const list = frame()
    .slice(5, 11)
    .map((line) => line.split('│')[0]?.trimEnd())
  expect(list).toEqual([
    expect.stringMatching(/^▌a\/Flow\.md +2 lines$/),
    '      3  The ledger is written',
    '      7  - LEDGER two',
    expect.stringMatching(/^ b\.md +1 line$/),
    '      3  | the | ledger |',
    expect.stringMatching(/^ ledger\.md +name$/),
  ])
  // Reverse video, so not by colour alone.
  expect(styledFrame().join('')).toContain('The \x1b[7mledger\x1b')
  const seen: (string | undefined)[] = []
  for (const key of ['n', 'n', 'n', 'n', 'N']) {
    await press(key)
    seen.push(row()?.replace(/ +/g, ' '))
  }
  expect(seen).toEqual([
    '▌ 3 The ledger is written',
    '▌ 7 - LEDGER two',
    '▌ 3 | the | ledger |',
    '▌ledger.md name',
    '▌ 3 | the | ledger |',
  ])
  await press('Enter')
  await see('3 of 4, line 3 of b.md', '▌ | the | ledger |')
  await press('N')
  await see('2 of 4, line 7 of a/Flow.md', '▌ - LEDGER two')
  await press('q', 'Y')
  expect(copied.at(-1)).toMatch(/^qd wiki search ledger --file \S+wiki\.zip$/)
  await press('Esc')
  await see('▌    Flow.md')
  await press('n')
  await see('Nothing is searched. Press / to search the pages.')
})

test('words may be anywhere in a line, and a phrase is in quotes', async () => {
  const { press, see } = await openArchive(PAGES)
  await press('/')
  await see('lines with all words, or a "quoted phrase"')
  await press(...'written ledger')
  await see('1 line in 1 page')
  await press('^u', ...'"written ledger')
  await see('nothing found')
})

test('a corrupt page is named and the others are listed, without control characters', async () => {
  const { press, see, frame } = await openArchive([
    { name: 'a.md', content: '\x1b]0;owned\x07 word \xff' },
    { name: 'b.md', content: 'word' },
  ])
  await press('/', ...'word')
  await see('␛]0;owned␇ word', '2 lines in 2 pages')
  expect(frame().join('')).not.toMatch(/[\x00-\x1f]/)
})

test('an archive that failed verification is not searched', async () => {
  const archive = write([
    { name: 'a.md', content: 'word' },
    { name: 'b.md', content: 'word', says: { crc32: 1 } },
  ])
  const place = { screen: 'wiki', target: { archive }, state: new ScreenState(), session: {} } as const
  const { press, see, frame } = await open({ places: [place] })
  await see('b.md" is corrupt')
  await press('/', ...'word', 'Enter')
  await drawn()
  expect(frame().join()).not.toContain('a.md')
})

test('S searches all exports, Enter opens the page at the line, and q returns to the results', async () => {
  const { press, see, row, frame, outside, session, copied } = await open()
  outside.folder = makeFolder()
  await see('5 runs')
  await press('S')
  await see('No wiki has been exported from here.')
  await press('Esc', 'Esc')
  for (const name of ['checkout', 'payments']) {
    await press('/', ...name, 'Enter', 'x')
    await see(`Export the wiki of ${name}`)
    await press('Enter')
    await until(() => session.actions.list()[0]?.state.is === 'done', session.actions.list)
    await press('Esc')
  }
  await press('S')
  await see('2 exported archives', 'Wiki > search')
  await press(...'gateway session', 'Enter')
  await see('10 lines in 5 pages', 'payments  Applicatio')
  expect(copied).toEqual([])
  await press('Y')
  expect(copied.at(-1)).toBe("qd wiki search 'gateway session'")
  await press('n', 'n')
  const found = row()
  await press('Enter')
  await see('Wiki > search > checkout-wiki.zip', '2 of 6, line 5 of Applications/')
  await press('q')
  await see('Wiki > search', found ?? '?')
  await press('q')
  await see('5 runs')
  expect(frame().join()).toContain('S search')
  await press('/')
  await see('runs, not their pages')
  await press('Esc', '1', ':', ...'search', 'Space', ...'runbook')
  await see('search all pages for runbook')
  await press('Enter')
  await see('Wiki > search', '/ runbook', 'Runbook.md')
})

test('while a search runs keys work, its progress is shown, and Ctrl-C stops it', async () => {
  const { press, paste, see, session, queries, row } = await openArchive(PAGES)
  let isAborted = false
  const searchArchives: Queries['searchArchives'] = ({ paths }, { signal, onFound }) => {
    const lines = [{ line: 1, text: 'ledger' }]
    const pages = ['a/Flow.md', 'b.md'].map((page) => ({ archive: paths[0] ?? '', page, hits: 1, lines }))
    onFound({ pages, problems: ['b.zip: it is corrupt.'], doneBytes: 43, totalBytes: 100, isCut: false })
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => {
        isAborted = true
        reject(new AppError('interrupted', 'cancelled'))
      }),
    )
  }
  session.set({ connection: { is: 'ready', queries: { ...queries(), searchArchives } } })
  // On a busy machine, typed letters would start a search of each beginning of the word.
  await press('/')
  await paste('ledger')
  await press('Enter')
  await see('2 lines in 2 pages, searching 43 %, Ctrl-C stops', 'b.zip: it is corrupt.')
  await press('j', 'j')
  expect(row()).toMatch(/^▌b\.md/)
  await press('^c')
  await see('2 lines in 2 pages, stopped: change the text to search again')
  expect(isAborted).toBe(true)
})

test('in ASCII an archive and its search have only ASCII characters', async () => {
  const { press, see, frame } = await openArchive(PAGES, { theme: { isAscii: true } })
  const foreign = () => frame().filter((line) => /[^ -~]/.test(line))
  expect(foreign()).toEqual([])
  await press('/', ...'ledger', 'Enter')
  await see('3 lines in 3 pages')
  await press('n')
  await see('| The ledger is written')
  expect(foreign()).toEqual([])
  await press('Enter')
  await see('1 of 4, line 3 of a/Flow.md')
  expect(foreign()).toEqual([])
})
