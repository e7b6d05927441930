import { expect, test, vi } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import type { ClipboardPlan } from '../../../src/domain/clipboard/clipboard-plan.ts'
import type { CopyOutcome } from '../../../src/domain/clipboard/copy-outcome.ts'
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

const plans = {
  program: { ways: [{ is: 'program', program: { argv: ['wl-copy'], because: '' } }], why: '', whyNoProgram: undefined },
  ssh: { ways: [{ is: 'tmux' }], why: '', whyNoProgram: 'this is an SSH session (SSH_TTY is set)' },
} as const satisfies Record<string, ClipboardPlan>

const secretProps = {
  title: 'The key ci',
  text: 'Created.',
  secret,
  copy: async (): Promise<CopyOutcome> => ({ is: 'copied' }),
  plan: async (): Promise<ClipboardPlan> => plans.program,
  save: async (path: string) => path,
  path: '~/sa_ci-ci.key',
}

test('a secret is hidden until x, copied by c, and gone with the dialog', async () => {
  const copy = vi.fn(async (): Promise<CopyOutcome> => ({ is: 'failed', because: 'wl-copy exited with status 1' }))
  const dialog = await openDialog(SecretDialog, { ...secretProps, copy }, { columns: 120 })
  expect(dialog.dialog().at(-1)).toBe(' ! Not stored yet: c copies it with wl-copy, s saves it to a file.')
  await dialog.press('c')
  expect(dialog.dialog().at(-1)).toBe(' ! Not copied, because wl-copy exited with status 1; s saves it to a file.')
  copy.mockResolvedValue({ is: 'copied' })
  await dialog.press('c')
  expect(copy.mock.calls).toEqual([[secret], [secret]])
  expect(dialog.dialog().at(-1)).toBe(' ✓ Copied. The value is gone when this closes.')
  expect(dialog.frames().flat().join()).not.toContain('canary')
  await dialog.press('x')
  expect(dialog.dialog()[3]).toBe(`   ${secret}`)
  await dialog.press('x')
  expect(dialog.dialog()[3]).toBe('   ••••••')
  await dialog.press('Esc')
  expect(dialog.frame().join()).not.toContain('canary')
})

test('a secret that cannot be copied safely can be saved, and is not lost by one Esc', async () => {
  const save = vi.fn(async (path: string) => {
    if (path === '~/taken') throw new AppError('refused', '~/taken already exists and was not changed.')
    return path
  })
  const dialog = await openDialog(SecretDialog, { ...secretProps, plan: async () => plans.ssh, save }, { columns: 120 })
  expect(dialog.dialog().at(-1)).toBe(
    " ! Not stored yet: it can't be copied safely, because this is an SSH session (SSH_TTY is set); s saves it to a file.",
  )
  await dialog.press('Esc')
  expect(dialog.dialog().at(-1)).toBe(' ! Neither copied nor saved: press Esc again to lose the value.')
  await dialog.press('s')
  expect(dialog.dialog()[1]).toMatch(/^ file {2}~\/sa_ci-ci.key/)
  await dialog.press('^u')
  dialog.keys('~/taken\r')
  await dialog.until(() => dialog.dialog().join().includes('already exists'))
  await dialog.press('^u')
  dialog.keys('~/free\r')
  await dialog.until(() => dialog.dialog().join().includes('✓ Saved to ~/free, which only you can read.'))
  expect(save.mock.calls).toEqual([
    ['~/taken', secret],
    ['~/free', secret],
  ])
  await dialog.press('Esc')
  expect(dialog.dialog()).toEqual([])
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
