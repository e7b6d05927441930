import { expect, onTestFinished, test } from 'vitest'
import { preloadModules } from '../../../screens/app/loaded-screens.ts'
import { SCREEN_NAMES, type ScreenName } from '../../../screens/kit/screen/names.ts'
import { loadedValue } from '../../../screens/kit/session/use-loaded.ts'
import { screens } from '../../../screens/table.ts'
import { openScreen } from '../../helpers/screen.tsx'

/** Replaces a screen by one that is not loaded, until the end of the test. */
const unload = (name: ScreenName, before: Promise<unknown> = Promise.resolve()): void => {
  const screen = screens[name]
  const { load } = screen
  screen.load = () => before.then(load)
  onTestFinished(() => {
    screen.load = load
  })
}

test('a screen that is still loading draws its frame immediately and gets the keys typed meanwhile', async () => {
  const arrival = Promise.withResolvers<void>()
  unload('usage', arrival.promise)
  const opened = await openScreen(undefined, { screen: 'hooks' })
  opened.keys('2\t')
  const early = await opened.frameWith((frame) => frame[0]?.includes('Usage') === true)
  expect(early.slice(3, -2).join('')).toBe('')
  expect(loadedValue(screens.usage.load)).toBeUndefined()
  arrival.resolve()
  const late = await opened.frameWith('Usage: tools')
  expect(late).toHaveLength(early.length)
})

test("a screen that can't be loaded shows a notice, and keys work again", async () => {
  const gone = Promise.withResolvers<void>()
  unload('usage', gone.promise)
  const opened = await openScreen(undefined, { screen: 'hooks' })
  opened.keys('2')
  gone.reject(new Error('its file is gone'))
  await opened.frameWith("Couldn't load this screen: its file is gone")
  await opened.press('Y')
  expect([opened.frame().at(-1), opened.copied]).toEqual([' No command for this view yet.', []])
  await opened.press('0')
  await opened.frameWith((frame) => frame[0]?.includes('Hooks') === true)
})

test('unused screens are preloaded one at a time', async () => {
  for (const name of SCREEN_NAMES) unload(name)
  const loaded: number[] = []
  await preloadModules(async () => {
    loaded.push(SCREEN_NAMES.filter((name) => loadedValue(screens[name].load)).length)
  })
  expect(loaded).toEqual([...SCREEN_NAMES.map((_, at) => at), SCREEN_NAMES.length])
})
