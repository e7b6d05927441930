import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCREEN_NAMES } from '../../../screens/kit/screen/names.ts'
import { startDemo } from '../../helpers/demos.ts'
import { openDialog } from '../../helpers/dialog.tsx'
import { EditComputer } from '../../helpers/edit-computer.tsx'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { openScreen } from '../../helpers/screen.tsx'
import { toView } from '../../helpers/views.ts'

// This file runs with React's development build, whose StrictMode renders twice and mounts effects twice: see test/vitest.config.ts. With
// STRICT=1 all tests of screens run this way.

const warnings: unknown[][] = []
beforeEach(() => {
  warnings.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words) => void warnings.push(words))
})
afterEach(() => vi.restoreAllMocks())

test.each(SCREEN_NAMES)('%s renders the same in StrictMode, without React warnings', async (screen) => {
  expect(process.env.NODE_ENV).toBe('development')
  const opened = await openScreen(await startDemo(), { screen, columns: 120, rows: 36 })
  await opened.loaded()
  await toView(opened, ['j'])
  await expect(fittingFrame(opened, 120, 36)).toMatchFileSnapshot(`frames/${screen}-strict-120x36.txt`)
  expect(warnings).toEqual([])
})

test('a form with each kind of field and a question works in StrictMode', async () => {
  const send = async (_: object, { isConfirmed }: { isConfirmed: boolean }) =>
    isConfirmed ? undefined : { ask: 'Is this so?' }
  const form = await openDialog(EditComputer, { send })
  await form.press('-', 'Tab', 'j', 'Tab', 'x')
  expect(form.dialog()).toEqual([
    '── Edit build-01 ───────────────────────────────────────────────────────────────',
    ' name        build-01-                                9 of 20',
    ' size        size l',
    ' provider    hosted',
    '▌remote key  •',
    '   FIELD  NOW       THEN',
    '   name   build-01  build-01-',
    '',
    ' PATCH /api/v0/computers/comp_7f21                     Enter sends   Esc leaves',
  ])
  await form.press('^s')
  expect(form.dialog().at(-2)).toBe(' Is this so?  y/N')
  await form.press('y')
  expect(form.dialog()).toEqual([])
  expect(warnings).toEqual([])
})
