import { expect, test } from 'vitest'
import { startDemo } from '../helpers/demos.ts'
import { openScreen } from '../helpers/screen.tsx'

test('Overview shows no secret of the settings of the demo, whatever is pressed', async () => {
  const opened = await openScreen(await startDemo(), { columns: 120, rows: 36 })
  await opened.loaded()
  await opened.press('j', 'j', 'Tab', 'j', 'G', '?', 'Esc', 'Y', 'Enter', '-')
  await opened.loaded()
  const shown = [...opened.frames().flat(), ...opened.copied].join('\n')
  expect(shown).toContain('418')
  expect(shown).not.toMatch(/demo-secret|sk-9f2c7a41|sk-0c55e1f7/)
})
