import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { textWidth } from '../../../src/domain/text/width.ts'
import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { ProgressDialog } from '../../../src/ui/dialog/progress-dialog.tsx'
import { SecretDialog } from '../../../src/ui/dialog/secret-dialog.tsx'
import { openDialog } from '../../helpers/dialog.tsx'
import { EditComputer } from '../../helpers/edit-computer.tsx'

const messages = [
  { variant: 'success', text: 'api.example.com answers in 120 ms, as manager' },
  { variant: 'error', text: 'app.example.com answered with a web page: proxy, sign-in page or wrong address?' },
]
const detail = 'https://a-long-name-of-a-host.of-an-organisation.example.com'
const options = Array.from({ length: 12 }, (_, at) => ({ value: `p${at}`, label: `profile ${at}`, detail }))
const deletion = {
  title: 'Delete the computer build-01',
  about: [{ label: 'owner', text: 'user m.ito' }],
  typed: 'build-01',
  verb: 'deletes it',
  request: 'DELETE /api/v0/computers/comp_7f21 on api.example.com, sent once',
}
const progress = { doneBytes: 4_200_000, totalBytes: 6_900_000, bytesPerSecond: 1_100_000 }
const key = {
  title: 'The key deploy',
  text: 'Created for sa_ci. Its value is shown this once.',
  secret: 'k'.repeat(90),
  plan: () => new Promise(() => {}),
}

const cases: Record<string, [Component: ComponentType<never>, props: object, ...keys: string[]]> = {
  form: [EditComputer, { send: async () => 'stay' }, '^u', '日', '本', 'Tab'],
  question: [
    EditComputer,
    { send: async () => ({ ask: 'Both addresses answer. Save the profile and switch to it?', messages }) },
    '^s',
  ],
  confirm: [ConfirmDialog, deletion, 'b', 'Enter'],
  choice: [ChoiceDialog, { title: 'Profiles', chosen: 'p3', options }, 'j'],
  progress: [ProgressDialog, { title: 'Export of checkout', text: 'to ~/checkout-wiki.zip', progress }],
  secret: [SecretDialog, key, 'x'],
}

const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
] as const

test.each(Object.entries(cases))('%s fits every window', async (name, [Component, props, ...keys]) => {
  const drawings: string[] = []
  for (const [columns, rows] of sizes) {
    for (const isAscii of [false, true]) {
      const opened = await openDialog(Component, props as never, { columns, rows, theme: { isAscii } })
      await opened.press(...keys)
      for (const frame of opened.frames()) {
        expect(frame).toHaveLength(rows)
        expect(Math.max(...frame.map(textWidth))).toBeLessThanOrEqual(columns)
      }
      if (isAscii) expect(opened.frame().join('')).toMatch(/^[\x20-\x7e日本]*$/)
      else drawings.push(`${columns}x${rows}`, ...opened.dialog(), opened.hints(), '')
      opened.unmount()
    }
  }
  await expect(drawings.join('\n')).toMatchFileSnapshot(`frames/${name}.txt`)
})
