import { expect, test } from 'vitest'
import { dialogOf } from '../../helpers/dialog.tsx'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { act, openManagement } from '../../helpers/management-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 40],
] as const

const dialogs = {
  computers: { e: 'Edit', i: 'Install', r: 'Restart', d: 'Delete', n: 'Create' },
  keys: { n: 'Create a key', d: 'Revoke' },
}

test.each(['computers', 'keys'] as const)('every dialog of %s fits every window', async (screen) => {
  const seen: string[] = []
  for (const [letter, title] of Object.entries(dialogs[screen])) {
    for (const [columns, rows] of sizes) {
      const opened = await openManagement(demo, screen, { columns, rows })
      await opened.press('j', 'j')
      await act(opened, letter, title)
      fittingFrame(opened, columns, rows)
      seen.push(`${title} at ${columns}x${rows}`, ...dialogOf(opened.frame()), '')
      opened.unmount()
    }
  }
  await expect(`${seen.join('\n')}\n`).toMatchFileSnapshot(`frames/${screen}-dialogs.txt`)
})
