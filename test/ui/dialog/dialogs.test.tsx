import { expect, test, vi } from 'vitest'
import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { ProgressDialog } from '../../../src/ui/dialog/progress-dialog.tsx'
import { SecretDialog } from '../../../src/ui/dialog/secret-dialog.tsx'
import { openDialog } from '../../helpers/dialog.tsx'

const profiles = ['acme', 'demo', 'staging'].map((value) => ({ value, label: value, detail: `${value}.example.com` }))

test('an option is chosen by moving and Enter, starting at the current one, or by its letter', async () => {
  const onChoose = vi.fn()
  const list = await openDialog(ChoiceDialog, { title: 'Profiles', options: profiles, chosen: 'demo', onChoose })
  expect(list.dialog()[2]).toBe('▌demo     demo.example.com')
  await list.press('j', 'j')
  expect(list.notice()).toBe('Last option.')
  await list.press('Enter')
  list.unmount()
  const options = profiles.map((option, index) => ({ ...option, key: String(index + 1) }))
  for (const key of ['Enter', '3']) {
    const keyed = await openDialog(ChoiceDialog, { title: 'Profiles', options, chosen: 'demo', onChoose })
    expect(keyed.dialog()[1]).toBe(' 1  acme     acme.example.com')
    await keyed.press(key)
    keyed.unmount()
  }
  expect(onChoose.mock.calls).toEqual([['staging'], ['demo'], ['staging']])
})

test('a list keeps its selection when the window shrinks and grows', async () => {
  const options = Array.from({ length: 18 }, (_, index) => ({ value: `${index}`, label: `number ${index}` }))
  const onChoose = vi.fn()
  const list = await openDialog(ChoiceDialog, { title: 'Many', options, chosen: '15', onChoose })
  await list.press('j', 'j', 'j', 'k')
  for (const [columns, rows] of [
    [60, 15],
    [120, 36],
    [90, 20],
  ] as const) {
    await list.resize(columns, rows)
    expect(list.dialog()).toContain('▌number 16')
    expect(list.dialog()).toHaveLength(Math.min(19, rows - 5))
  }
  await list.press('k', 'Enter')
  expect(onChoose.mock.calls).toEqual([['15']])
})

test('a destructive operation requires typing the name exactly', async () => {
  const confirm = vi.fn(async () => undefined)
  const question = await openDialog(ConfirmDialog, {
    title: 'Delete the wiki run wr_81f0',
    typed: 'wr_81f0',
    verb: 'deletes it',
    request: 'DELETE /api/v0/wiki/runs/wr_81f0',
    confirm,
  })
  await question.press('w', 'r', 'Enter')
  expect(question.dialog()[1]).toMatch(/^ type wr_81f0 {2}wr +✗ type wr_81f0 exactly$/)
  expect(confirm).not.toHaveBeenCalled()
  question.keys('_81f0\r')
  await question.until(() => question.dialog().length === 0)
  expect(confirm).toHaveBeenCalledOnce()
})

const secret = 'qk_canary_0123456789'

test('a secret is hidden until x, copied by y, and gone with the dialog', async () => {
  const copy = vi.fn(() => false)
  const dialog = await openDialog(SecretDialog, { title: 'The key ci', text: 'Created.', secret, copy })
  await dialog.press('y')
  expect(dialog.dialog().at(-1)).toBe(' ! Too long for the clipboard, so not copied: it is gone when this closes.')
  copy.mockReturnValue(true)
  await dialog.press('y')
  expect(copy.mock.calls).toEqual([[secret], [secret]])
  expect(dialog.dialog().at(-1)).toBe(' ! Sent to the terminal. Check the clipboard: it is gone when this closes.')
  expect(dialog.frames().flat().join()).not.toContain('canary')
  await dialog.press('x')
  expect(dialog.dialog()[3]).toBe(`   ${secret}`)
  await dialog.press('x')
  expect(dialog.dialog()[3]).toBe('   ••••••')
  await dialog.press('Esc')
  expect(dialog.frame().join()).not.toContain('canary')
})

test('progress of unknown length shows bytes and rate, x stops it, and the result also works in ASCII', async () => {
  const cancel = vi.fn()
  const props = { title: 'checkout', text: 'to checkout-wiki.zip', cancel }
  const progress = { doneBytes: 4_200_000, bytesPerSecond: 1_100_000 }
  const dialog = await openDialog(ProgressDialog, { ...props, progress })
  expect(dialog.dialog().slice(1).join()).toMatch(/^ to checkout-wiki.zip, [⠋-⠿] 4.2 MB {2}1.1 MB\/s$/)
  await dialog.press('x')
  expect(cancel).toHaveBeenCalledOnce()
  await dialog.press('Esc')
  expect(dialog.dialog()).toEqual([])
  expect(cancel).toHaveBeenCalledOnce()
  dialog.unmount()
  const ended = { isGood: false, text: 'The archive is cut – nothing was kept.' }
  const failed = await openDialog(ProgressDialog, { ...props, progress, ended }, { theme: { isAscii: true } })
  expect(failed.dialog().slice(1)).toEqual([' to checkout-wiki.zip', ' F The archive is cut . nothing was kept.'])
})
