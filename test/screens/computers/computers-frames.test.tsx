import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { act, openManagement } from '../../helpers/management-screen.ts'
import { sharedDemo } from '../../helpers/screen.tsx'

// What is about the list is seen while it loads: in a copy.
const demo = sharedDemo()

const fileOf = (name: string): string => fileURLToPath(new URL(`frames/${name}.txt`, import.meta.url))
/** Without the row of tabs. */
const untabbed = (frame: string): string =>
  frame
    .split('\n')
    .filter((_, y) => y !== 1)
    .join('\n')
const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 40],
] as const

test.each(sizes)('computers at %ix%i', async (columns, rows) => {
  const opened = await openManagement({ ...demo }, 'computers', { columns, rows })
  await opened.press('j', 'j')
  await expect(untabbed(fittingFrame(opened, columns, rows))).toMatchFileSnapshot(
    fileOf(`computers-${columns}x${rows}`),
  )
})

test.each(sizes)('keys at %ix%i', async (columns, rows) => {
  const opened = await openManagement({ ...demo }, 'keys', { columns, rows })
  await opened.press('j')
  await expect(untabbed(fittingFrame(opened, columns, rows))).toMatchFileSnapshot(fileOf(`keys-${columns}x${rows}`))
})

const dialogs = [
  ['computers', 'e', 'Edit'],
  ['computers', 'i', 'Install'],
  ['computers', 'r', 'Restart'],
  ['computers', 'd', 'Delete'],
  ['computers', 'n', 'Create'],
  ['keys', 'n', 'Create a key'],
  ['keys', 'd', 'Revoke'],
] as const

test.each(dialogs)('the dialog of %s that %s opens fits every window', async (screen, letter, title) => {
  for (const [columns, rows] of sizes) {
    const opened = await openManagement(demo, screen, { columns, rows })
    await opened.press('j', 'j')
    await act(opened, letter, title)
    const frame = fittingFrame(opened, columns, rows)
    await expect(untabbed(frame)).toMatchFileSnapshot(
      fileOf(`${screen}-${title.toLowerCase().replaceAll(' ', '-')}-${columns}x${rows}`),
    )
    await opened.press('Esc')
  }
})

test('without Unicode every sign has an ASCII form', async () => {
  for (const screen of ['computers', 'keys'] as const) {
    const opened = await openManagement(demo, screen, { theme: { isAscii: true, colors: 'none' } })
    // Names of the demo are not in Latin letters, and fingerprints begin with three dots in one.
    const own = opened.frame().filter((row) => !/裸|試|…/.test(row))
    expect(own.join('\n')).toMatch(/^[\x20-\x7e\n]*$/)
  }
})
