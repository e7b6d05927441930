import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { isLoaded, type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

const AT = '2026-11-12'

const travel = async (screen: OpenedScreen, to = AT) => {
  await screen.press(':', ...`at ${to}`, 'Enter')
  return screen.frameWith((frame) =>
    to === 'now' ? !frame[0]?.includes('AS OF') : /AS OF|not 2026/.test(frame[0] ?? ''),
  )
}

/** The days in the body. */
const daysIn = (frame: readonly string[]) =>
  frame
    .slice(2, -1)
    .join('\n')
    .match(/2026-\d\d-\d\d/g) ?? []

test('controls are shown as of the end of a day, and the copied command has the day', async () => {
  const demo = await startDemo()
  const screen = await openScreen(demo, { columns: 120, screen: 'controls' })
  await screen.loaded()
  const now = screen.frame()
  expect(daysIn(now).some((day) => day > AT)).toBe(true)
  const then = await travel(screen)
  expect(then[0]).toContain(`AS OF ${AT}`)
  await screen.frameWith((frame) => isLoaded(frame) && daysIn(frame).every((day) => day <= AT))
  expect(daysIn(screen.frame()).length).toBeGreaterThan(0)

  await screen.press('Y')
  expect(screen.copied.at(-1)).toMatch(new RegExp(`^qd controls history .*--at ${AT}$`))

  await screen.press('y', 'l')
  expect(screen.copied.at(-1)).toContain(`at=${AT}`)
  await screen.press('Esc')
  await screen.frameWith((frame) => !frame[0]?.includes('AS OF') && daysIn(frame).some((day) => day > AT))
  expect(screen.frame().at(-1)).toContain('Showing current data.')
})

test('readiness is shown as of the day, Usage marks it, and other screens warn that they show current data', async () => {
  const demo = await startDemo()
  const screen = await openScreen(demo, { columns: 120, screen: 'readiness' })
  await screen.loaded()
  const now = screen.frame().slice(2, -1)
  await travel(screen, '2026-09-20')
  await screen.loaded((frame) => frame.slice(2, -1).join() !== now.join())
  await screen.press('Y')
  expect(screen.copied.at(-1)).toBe('qd readiness list --newest --sort time --at 2026-09-20')

  await travel(screen)
  await screen.press('2')
  await screen.loaded((frame) => frame.join('\n').includes('thick axis: known as of 12 Nov'))
  expect(screen.frame().find((row) => row.includes('┼'))).toMatch(/┼━+.*─+$/)
  for (const key of ['1', '3', '6', '7', '8', '9']) {
    await screen.press(key)
    await screen.frameWith((frame) => (frame[0] ?? '').includes(`now, not ${AT}`))
  }
  await travel(screen, 'now')
  expect(screen.frame()[0]).not.toContain('not 2026')
})
