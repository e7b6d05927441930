import { expect, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { openManagement } from '../../helpers/management-screen.ts'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

type Step = [key: string, said: RegExp | undefined]

const enterIn = (frame: readonly string[]): string | undefined => / Enter (.+?)(?: {2}|$)/.exec(frame.at(-2) ?? '')?.[1]

/** Waits until the hints say of Enter what is expected at first, and then after each key; undefined: nothing. */
const expectEnter = async (screen: ScreenName, first: RegExp | undefined, ...steps: Step[]): Promise<void> => {
  const opened = await openScreen(demo, { screen, columns: 200, rows: 40 })
  const says = (said: RegExp | undefined) =>
    opened.frameWith((frame) => {
      const word = enterIn(frame)
      return said === undefined ? word === undefined && (frame[0] ?? '').includes('0 req') : said.test(word ?? '')
    })
  await opened.loaded()
  await says(first)
  for (const [key, said] of steps) {
    await opened.press(key)
    await says(said)
  }
}

const repository = /^[a-z][a-z-]+…?$/
const person = /^[a-z]\.[a-z]+…?$/

test('on the overview Enter names the day, the repository, the revision that it opens', () =>
  expectEnter('overview', /^\d{2} [A-Z][a-z]{2}$/, ['Tab', repository], ['Tab', /^diff of \d+$/]))

test('on Usage Enter says what the breakdown leads to', async () => {
  await expectEnter('usage', /^its people$/, ['Enter', person], ['Esc', /^its people$/])
  await expectEnter('usage', /^its people$/, ['Tab', /^its days$/], ['Enter', /^all of them$/])
})

test('in People Enter names the person, and the days of one lead nowhere', () =>
  expectEnter('people', person, ['Enter', undefined], ['Esc', person]))

test('in Readiness Enter names the repository, folds a level, or shows a criterion everywhere', () =>
  expectEnter('readiness', repository, ['j', repository], ['Enter', /^(un)?fold$/], ['n', /^all repos$/]))

test('in Controls Enter names the revision, then its settings, then folds', () =>
  expectEnter(
    'controls',
    /^diff of \d+$/,
    ['Enter', /^settings \d+$/],
    ['Enter', /^(un)?fold$/],
    ['b', /^(diff of|settings) \d+$/],
  ))

test('on the screens of what an administrator does Enter says what becomes of the row', async () => {
  await expectEnter('computers', /^detail$/, ['Enter', /^the list$/])
  await expectEnter('wiki', /^export$/)
  await expectEnter('ci', /^open the job$/)
  // Nobody has added an account: there is no row to look into.
  await expectEnter('keys', undefined)
  const keys = await openManagement(demo, 'keys')
  expect(enterIn(keys.frame())).toBe('detail')
})
