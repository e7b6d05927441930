import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { openScreen } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

test('zp takes the selected person away from below the list and brings them back', async () => {
  const opened = await openScreen(demo, { columns: 100, rows: 24, screen: 'people' })
  await opened.loaded()
  const rules = () => opened.frame().filter((row) => /^─+$/.test(row)).length
  expect(rules()).toBe(3)
  expect(opened.frame().at(-5)).toMatch(/^ c\.dubois@northwind\.example +user_/)
  await opened.press('j')
  await opened.frameWith((frame) => /^ a\.chen@northwind\.example +user_/.test(frame.at(-5) ?? ''))
  await opened.press('z', 'p')
  expect(rules()).toBe(2)
  await opened.press('z', 'p')
  expect(rules()).toBe(3)
  await opened.resize(100, 18)
  await opened.press('z', 'p')
  expect(opened.frame().at(-1)).toContain('There is no room for it below the list')
})
