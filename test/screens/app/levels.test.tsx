import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { parsePlaceLink } from '../../../screens/app/navigation/linked-place.ts'
import { NOW } from '../../helpers/demos.ts'
import { drawn, type OpenedScreen, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'
import { openView, settled, VIEWS } from '../../helpers/views.ts'

const demo = sharedDemo()
const SIZE = { columns: 200, rows: 40 }
const BACK_KEYS = ['q', 'Esc', 'Backspace']

/** The breadcrumbs, without the profile. */
const crumbsOf = (frame: readonly string[]): string[] => {
  const [path = ''] = (frame[0] ?? '').trim().split(/ {2,}/)
  return path.split(' > ').slice(1)
}

/** The part of a frame that going back must restore: without the age of the data, and a notice. */
const bodyOf = (frame: readonly string[]) => [crumbsOf(frame), ...frame.slice(1, -1)]

const screensWithViews = Object.keys(VIEWS) as (keyof typeof VIEWS)[]

/** Opens each view of a screen, as the table of views lists them, and calls back with the keys that led to it. */
const eachView = async (screen: keyof typeof VIEWS, check: (opened: OpenedScreen, at: string) => Promise<void>) => {
  for (const at of VIEWS[screen].keys()) {
    const keys = VIEWS[screen].slice(0, at + 1).flat()
    const opened = await openView(demo, screen, SIZE)
    for (const key of keys) await opened.press(key)
    await settled(opened)
    await check(opened, keys.join(' '))
    opened.unmount()
  }
}

const pressed = async (opened: OpenedScreen, key: string): Promise<string[]> => {
  await opened.press(key)
  return settled(opened)
}

/** Presses Enter and a key that goes back. Returns the frames before, between and after. */
const roundTrip = async (opened: OpenedScreen, key: string) => {
  const before = opened.frame()
  const inside = await pressed(opened, 'Enter')
  const isOpened = crumbsOf(inside).length > crumbsOf(before).length
  return isOpened ? { before, inside, after: await pressed(opened, key) } : undefined
}

/** Expects that keys which go back from the level that Enter opens restore the frame: each in another row. */
const expectRestored = async (opened: OpenedScreen, at: string, keys: readonly string[]) => {
  for (const key of keys) {
    // The first times, data for the level may still arrive, and the detail of the row follows after a pause.
    let trip = await roundTrip(opened, key)
    for (let tries = 0; tries < 8 && trip && !isDeepStrictEqual(bodyOf(trip.after), bodyOf(trip.before)); tries += 1)
      trip = await roundTrip(opened, key)
    if (trip) {
      expect([at, crumbsOf(trip.inside).slice(0, -1)]).toEqual([at, crumbsOf(trip.before)])
      expect([at, ...bodyOf(trip.after)]).toEqual([at, ...bodyOf(trip.before)])
    }
    await pressed(opened, 'j')
  }
}

test.each(screensWithViews)(
  'on %s going back restores the frame, q, Esc and Backspace remove one crumb each, and only q quits',
  async (screen) => {
    let presses = 0
    await eachView(screen, async (opened, at) => {
      await expectRestored(opened, at, BACK_KEYS)
      let crumbs = crumbsOf(opened.frame())
      while (crumbs.length > 1) {
        const key = BACK_KEYS[presses++ % BACK_KEYS.length] ?? 'q'
        const left = crumbsOf(await pressed(opened, key))
        expect([at, key, left]).toEqual([at, key, crumbs.slice(0, -1)])
        crumbs = left
      }
      // Esc may clear marks first.
      for (const key of ['Esc', 'Esc', 'Backspace']) expect(crumbsOf(await pressed(opened, key))).toEqual(crumbs)
      expect(opened.frame().at(-1)).toBe(' This is the top level. Press q to quit.')
      expect(opened.quits()).toBe(0)
      await opened.press('q')
      expect(opened.quits()).toBe(1)
    })
  },
)

test.each([
  ['usage/credits?model=opus', ['Usage: credits by model', 'opus']],
  ['usage/credits?day=2026-11-13', ['Usage: credits by model', '13 Nov Fri']],
  [
    'readiness?view=way&repository=https%3A%2F%2Fgithub.example%2Fnorthwind%2Fcheckout',
    ['Readiness', 'checkout', 'way up'],
  ],
  ['controls/417..418', ['Controls', '417 to 418']],
  ['controls?view=blame&path=sandbox', ['Controls', 'blame']],
])('a link to %s has the crumbs of the levels above, and q goes up them', async (link, crumbs) => {
  const place = parsePlaceLink(`qd:///${link}`, NOW)
  const opened = await openView(demo, place.screen as keyof typeof VIEWS, { ...SIZE, places: [place] })
  const frame = await opened.loaded((frame) => crumbsOf(frame).length === crumbs.length)
  expect(crumbsOf(frame)).toEqual(crumbs)
  for (let left = crumbs.length - 1; left > 0; left -= 1)
    expect(crumbsOf(await pressed(opened, 'q'))).toEqual(crumbs.slice(0, left))
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})

test.each([
  ['controls/417..418', ['Controls', 'revision 418']],
  ['readiness?repository=web', ['Readiness', 'web']],
  ['ci/job_1', ['CI', 'job_1']],
  ['people/ann', ['People', 'ann']],
])('while a link to %s is loading, q goes up its level', async (link, crumbs) => {
  const front = await testFront(demo, () => 'hold')
  const opened = await openScreen(front, { ...SIZE, places: [parsePlaceLink(`qd:///${link}`, NOW)] })
  await drawn()
  expect(crumbsOf(opened.frame())).toEqual(crumbs)
  await opened.press('q')
  expect([crumbsOf(opened.frame()), opened.quits()]).toEqual([crumbs.slice(0, 1), 0])
})
