import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { parsePlaceLink } from '../../../../screens/app/navigation/linked-place.ts'
import { NOW } from '../../../helpers/demos.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'

// Links are opened in a copy, in which nothing is loaded yet.
const demo = sharedDemo()

const copiedLink = async (screen: OpenedScreen): Promise<string> => {
  await screen.press('y', 'l')
  return screen.copied.at(-1) ?? ''
}

/** The body and the breadcrumb, which a link must restore. */
const shownBy = (frame: readonly string[]) => [frame[0]?.split('  ')[0], ...frame.slice(2, -1)]

const isThere = (frame: readonly string[]) =>
  (frame[0] ?? '').includes('0 req') && !/loading|comparing/.test(frame.join('\n'))

/** Keys that lead to a view, and the link to it. */
const views: Record<string, { screen: Parameters<typeof openScreen>[1]; keys: string[]; link: RegExp }> = {
  'a chosen day and model of Usage': {
    screen: { screen: 'usage' },
    keys: ['h', 'h', 'Enter', 's', 'n', '/', 'o', 'Enter'],
    link: /^qd:\/\/\/usage\/credits\?day=2026-11-18&breakdown=yes&sort=name&filter=o&last=14d&compare=prev$/,
  },
  'people by tools, the third of them': {
    screen: { screen: 'people' },
    keys: ['s', 't', 'j', 'j'],
    link: /^qd:\/\/\/people\?sort=-tools&row=\w+&last=14d&compare=prev$/,
  },
  'a repository, its way up and a criterion': {
    screen: { screen: 'readiness' },
    keys: ['Enter', 'w', 'j', 'j'],
    link: /^qd:\/\/\/readiness\?view=way&repository=https:.*&criterion=\w+$/,
  },
  'two revisions, filtered': {
    screen: { screen: 'controls' },
    keys: ['Enter', '<', 'j', '/', 's', 'a', 'Enter'],
    link: /^qd:\/\/\/controls\/\d+\.\.\d+\?path=.*&filter=sa$/,
  },
  'a CI job': { screen: { screen: 'ci' }, keys: ['j', 'Enter'], link: /^qd:\/\/\/ci\/[^/?]+$/ },
}

test.each(Object.keys(views))('a link to %s restores it', async (name) => {
  const { screen: options, keys, link: expected } = views[name] as (typeof views)[string]
  const size = { columns: 120, rows: 30, ...options }
  const first = await openScreen(demo, size)
  await first.loaded()
  for (const key of keys) {
    await first.press(key)
    await first.frameWith(isThere)
  }
  const link = await copiedLink(first)
  expect(link).toMatch(expected)
  expect(
    await first.frameWith((frame) => frame.at(-1)?.startsWith(' Sent to the terminal: qd:') ?? false),
  ).toBeDefined()
  const second = await openScreen({ ...demo }, { ...size, screen: 'overview', places: [parsePlaceLink(link, NOW)] })
  await second.frameWith((frame) => isDeepStrictEqual(shownBy(frame), shownBy(first.frame())))
  expect(await copiedLink(second)).toBe(link)
  // The newest request of the screen as curl, without the key.
  await second.press('y', 'c')
  const [, path] = / (\/api\/\S+)/.exec(second.frame().at(-1) ?? '') ?? []
  expect(second.copied.at(-1)).toContain('"Authorization: Bearer $QUARTERDECK_API_KEY"')
  expect(second.copied.at(-1)).toContain(`'${demo.url}${path}`)
})

test('open screens are restored with their state, and Esc returns to the screen below', async () => {
  const first = await openScreen(demo, { columns: 120, screen: 'readiness' })
  await first.loaded()
  await first.press('s', 'n', '3')
  await first.loaded()
  await first.press('s', 't', 't', '3')
  await first.loaded((frame) => (frame[0] ?? '').includes('30d'))
  await first.press('Enter')
  await first.loaded((frame) => / People > \S/.test(frame[0] ?? ''))
  const links = first.openLinks()
  const places = links.map((link) => parsePlaceLink(link, NOW))
  const second = await openScreen({ ...demo }, { columns: 120, places, state: { ...places.at(-1)?.session } })
  await second.frameWith((frame) => frame[0]?.split('  ')[0] === first.frame()[0]?.split('  ')[0])
  expect(second.frame()[0]).toContain('30d')
  await second.press('Esc')
  await second.loaded((frame) => frame.join('\n').includes('TOOLS▾'))
  await second.press('4')
  await second.frameWith((frame) => frame.join('\n').includes('REPOSITORY▴'))
})

test('m and a letter bookmark the view, and the apostrophe opens it from anywhere', async () => {
  const screen = await openScreen(demo, { columns: 80, screen: 'usage' })
  await screen.loaded()
  await screen.press('Tab')
  await screen.frameWith((frame) => (frame[0] ?? '').includes('tools'))
  await screen.press('m')
  expect(screen.frame().join('\n')).toContain('No bookmarks yet')
  await screen.press('t')
  expect(screen.frame().at(-1)).toContain('Bookmarked as t')
  await screen.press('1', "'")
  const [listed] = screen.frame().filter((row) => row.includes('Usage  tools'))
  expect(listed).toMatch(/t {2}Usage {2}tools {2}last 14d {2}compare prev/)
  await screen.press('x')
  expect(screen.frame().at(-1)).toContain('No bookmark x.')
  await screen.press('t')
  await screen.frameWith((frame) => (frame[0] ?? '').includes('Usage: tools'))
  await screen.press("'", 'Backspace')
  expect(screen.frame().join('\n')).toContain('No bookmarks. Press m and a letter')
  await screen.press('Esc')
})

test('o shows the host of the address before the browser opens it', async () => {
  const screen = await openScreen(demo, { columns: 100, screen: 'readiness' })
  await screen.loaded()
  await screen.press('o')
  await screen.frameWith('github.example')
  expect(screen.outside.browsed).toEqual([])
  await screen.press('Enter')
  await expect.poll(() => screen.outside.browsed).toEqual([expect.stringMatching(/^https:\/\/github\.example\//)])
  await screen.press('6', 'o')
  await screen.frameWith('no known web address')
  const before = screen.copied.length
  await screen.press('0', 'y', 'c')
  await screen.frameWith('This screen loads nothing from the server.')
  expect(screen.copied).toHaveLength(before)
})
