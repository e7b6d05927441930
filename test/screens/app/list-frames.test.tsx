import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { openManagement } from '../../helpers/management-screen.ts'
import { type OpenOptions, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { toView } from '../../helpers/views.ts'

const demo = sharedDemo()

type Row = [screen: ScreenName, file: string, columns: number, rows: number, ...keys: string[]]

const isAscii = (file: string): boolean => file.includes('ascii')

/** Other widths are those of all screens: see widths.test.tsx. */
test.each<Row>([
  ['readiness', 'readiness', 60, 16],
  ['readiness', 'readiness', 120, 36],
  ['readiness', 'readiness-report', 60, 16, 'j', 'Enter', 'n'],
  ['readiness', 'readiness-report', 120, 36, 'j', 'Enter', 'n'],
  ['readiness', 'readiness-compared', 120, 36, 'j', 'Enter', 'd', 'j'],
  ['readiness', 'readiness-reports', 120, 30, 'j', 'Enter', 'd', 'Tab'],
  ['readiness', 'readiness-way', 120, 30, 'j', 'Enter', 'w', 'j'],
  ['readiness', 'readiness-criterion', 80, 24, 'j', 'Enter', 'n', 'Enter'],
  ['readiness', 'readiness-report-ascii', 100, 24, 'j', 'Enter', 'n'],
  ['ci', 'ci', 60, 16, 's', 's'],
  ['ci', 'ci', 120, 30, 's', 's'],
  ['ci', 'ci-job', 60, 16, 'n', 'Enter'],
  ['ci', 'ci-job', 120, 30, 'n', 'Enter'],
  ['ci', 'ci-ascii', 100, 24, '/', 'p', 'a', 'y', 'Enter'],
  ['computers', 'computers', 60, 15, 'j', 'j'],
  ['computers', 'computers', 120, 36, 'j', 'j'],
  ['keys', 'keys', 60, 15, 'j'],
  ['keys', 'keys', 120, 36, 'j'],
])('%s: %s at %ix%i', async (screen, file, columns, rows, ...keys) => {
  const options: OpenOptions = { columns, rows, ...(isAscii(file) && { theme: { isAscii: true, colors: 'none' } }) }
  const opened = await (screen === 'keys'
    ? openManagement(demo, screen, options)
    : openScreen(demo, { ...options, screen }))
  await opened.loaded()
  for (const key of keys) await toView(opened, [key])
  const frame = fittingFrame(opened, columns, rows)
  // A name of the demo is Japanese, but it is not in these.
  if (isAscii(file)) expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  const folder = screen === 'keys' ? 'computers' : screen
  const path = fileURLToPath(new URL(`../${folder}/frames/${file}-${columns}x${rows}.txt`, import.meta.url))
  // Without the row of tabs.
  await expect(frame.split('\n').toSpliced(1, 1).join('\n')).toMatchFileSnapshot(path)
})
