import { afterEach, expect, test, vi } from 'vitest'
import { NOW } from '../../helpers/demos.ts'
import { changeable } from '../../helpers/management-screen.ts'
import { openScreen } from '../../helpers/screen.tsx'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
afterEach(() => vi.setSystemTime(NOW))

/** An open screen with a clock that the test controls. */
const openWithClock = async (screen: 'usage' | 'keys') => {
  const { clock, organisation } = await changeable({ demo: { users: 3, days: 30 } })
  const ticks = new Set<() => void>()
  const opened = await openScreen(organisation, {
    columns: 120,
    screen,
    now: () => clock.now,
    client: { now: () => clock.now },
    everyMinute: (act) => {
      ticks.add(act)
      return () => ticks.delete(act)
    },
  })
  await opened.loaded()
  const pass = (ms: number) => {
    clock.now += ms
    vi.setSystemTime(clock.now)
    for (const act of ticks) act()
  }
  return { ...opened, pass, sent: () => opened.queries().requests().length }
}

const selectedOf = (frame: readonly string[]) => frame.find((row) => row.startsWith('▌'))?.split(/\s/)[0]

test('an open screen refreshes stale data and moves its range to new days, unless paused', async () => {
  const screen = await openWithClock('usage')
  await screen.press('j')
  const selected = selectedOf(screen.frame())
  const first = screen.sent()
  screen.pass(MINUTE)
  await screen.loaded()
  expect(screen.sent()).toBe(first)

  // The latest days are refreshed after an hour.
  screen.pass(61 * MINUTE)
  await expect.poll(screen.sent).toBeGreaterThan(first)
  await screen.loaded()
  expect(selectedOf(screen.frame())).toBe(selected)
  expect(screen.frame()[0]).toContain('Nov 07–20')

  await screen.press('P')
  await screen.frameWith(
    (frame) => (frame[0] ?? '').includes('paused') && (frame.at(-1) ?? '').includes('Press P to resume'),
  )
  const paused = screen.sent()
  screen.pass(DAY)
  await screen.press('k', 'j')
  expect(screen.frame()[0]).toMatch(/Nov 07–20 .*1 d\s+paused/)
  expect(screen.sent()).toBe(paused)

  await screen.press('P')
  await screen.loaded((frame) => (frame[0] ?? '').includes('Nov 08–21'))
  expect(screen.sent()).toBeGreaterThan(paused)
  expect(selectedOf(screen.frame())).toBe(selected)

  screen.pass(DAY)
  await screen.loaded((frame) => (frame[0] ?? '').includes('Nov 09–22'))
  expect(selectedOf(screen.frame())).toBe(selected)
})
