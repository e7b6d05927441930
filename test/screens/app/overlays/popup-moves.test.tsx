import { expect, test, vi } from 'vitest'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'
import { noProfiles } from '../../../helpers/session.ts'

const demo = sharedDemo()

const profiles = {
  ...noProfiles,
  list: async () =>
    ['acme', 'two', 'three'].map((name) => ({
      name,
      isShown: name === 'acme',
      baseUrl: `https://${name}.example`,
      key: 'the system keychain',
      isReadOnly: false,
    })),
}

/** How each popup is opened, what stands in it then, and the keys that move its bar down and up again. */
const popups = [
  ['help', ['?'], 'next row', 'j', 'k'],
  ['help, while words are sought', ['?', '/', 'r', 'o', 'w'], 'next row', '\x0e', '\x10'],
  ['the palette', [':'], '── Command', '\x0e', '\x10'],
  ['bookmarks', ['m', 'a', 'm', 'b', "'"], '── Bookmarks', '\x0e', '\x10'],
  ['jobs', ['&'], 'Export second', 'j', 'k'],
  ['profiles', ['O'], 'three.example', 'j', 'k'],
  ['the range', ['t'], 'last month', 'j', 'k'],
  ['requests', ['@'], '── Requests', 'j', 'k'],
  ['formats of an export', ['^s'], '── Export', 'j', 'k'],
] as const

const startJobs = ({ session: { jobs } }: OpenedScreen) => {
  for (const title of ['Export first', 'Export second']) jobs.start({ title, run: () => new Promise(() => {}) })
}

test.each(popups)('a move in %s draws its rows anew, and nothing besides', async (_, open, title, down, up) => {
  const opened = await openScreen(demo, { columns: 120, rows: 30, screen: 'usage', profiles })
  await opened.loaded()
  startJobs(opened)
  await opened.press(...open)
  const barIn = (frame: readonly string[]) => frame.findLastIndex((row) => row.startsWith('▌'))
  const first = await opened.frameWith(title)
  const bar = barIn(first)
  // All that hears keys asks for them at each of its drawings: the application, the screen, and what lies over it.
  const drawings = vi.spyOn(opened.keymap, 'keysIn')
  opened.keys(down)
  const next = opened.frame()
  expect(drawings).not.toHaveBeenCalled()
  expect(barIn(next)).toBe(bar + 1)
  expect(next.with(bar, '').with(bar + 1, '')).toEqual(first.with(bar, '').with(bar + 1, ''))
  opened.keys(up)
  await opened.frameWith((frame) => barIn(frame) === bar)
})
