import { expect, test } from 'vitest'
import type { ScreenName } from '../../screens/kit/screen/names.ts'
import { startDemo } from '../helpers/demos.ts'
import { fittingFrame } from '../helpers/expect-frame.ts'
import type { OpenOptions } from '../helpers/screen.tsx'
import { openView, toView } from '../helpers/views.ts'

const demo = await startDemo()

const ascii: OpenOptions = { theme: { isAscii: true } }
const plain: OpenOptions = { theme: { isAscii: true, colors: 'none' } }
/** A range that starts before the first data: it has gaps, and its figures are marked as incomplete. */
const september: OpenOptions = {
  state: { range: { is: 'between', range: { from: '2026-09-05', to: '2026-09-18' } } },
}

type Case = [screen: ScreenName, name: string, columns: number, rows: number, keys?: string, options?: OpenOptions]

/** A screen in a window after these keys, and the file with its frame. widths.test.tsx checks all screens at other widths. */
const cases: Case[] = [
  ['overview', 'overview', 60, 16],
  ['overview', 'overview', 120, 36],
  ['overview', 'overview', 140, 36],
  ['overview', 'overview', 200, 60],
  ['overview', 'overview-readiness', 60, 16, 'Tab j'],
  ['overview', 'overview-controls', 60, 16, 'S-Tab'],
  ['usage', 'usage-credits-by-model', 60, 16],
  ['usage', 'usage-credits-by-model', 120, 36],
  ['usage', 'usage-credits-by-model', 200, 60],
  ['usage', 'usage-credits-by-person', 200, 60, 'F Enter'],
  ['usage', 'usage-people-of-model', 80, 24, 'j Enter n'],
  ['usage', 'usage-credits-before-data', 80, 24, '', september],
  ['usage', 'usage-tools-by-tool', 80, 24, 'Tab'],
  ['usage', 'usage-tools-by-tool', 120, 36, 'Tab'],
  ['usage', 'usage-tools-by-server', 80, 24, 'Tab F Enter F Enter'],
  ['usage', 'usage-tools-by-hook', 120, 36, 'Tab F h'],
  ['usage', 'usage-tools-by-level', 120, 30, 'Tab F a'],
  ['usage', 'usage-tools-by-level-ascii', 80, 24, 'Tab F a', ascii],
  ['usage', 'usage-tools-figures', 120, 30, 'Tab F f j j j j j j'],
  ['usage', 'usage-tools-figures', 200, 60, 'Tab F f'],
  ['usage', 'usage-activity-ascii', 80, 24, 'Tab Tab', ascii],
  ['usage', 'usage-activity', 120, 36, 'Tab Tab'],
  ['usage', 'usage-activity-by-client', 120, 36, 'Tab Tab F Enter'],
  ['usage', 'usage-productivity', 120, 36, 'S-Tab S-Tab'],
  ['usage', 'usage-productivity-by-language', 200, 60, 'S-Tab S-Tab F Enter'],
  ['usage', 'usage-savings', 60, 20, 'S-Tab', { state: { range: { is: 'last', days: 30 } } }],
  ['usage', 'usage-savings', 120, 36, 'S-Tab Enter j', { state: { range: { is: 'last', days: 30 } } }],
  ['people', 'people', 60, 16],
  ['people', 'people', 120, 36],
  ['people', 'people', 200, 30],
  ['people', 'people-uncompared-ascii', 80, 20, '', { ...ascii, state: { isComparing: false } }],
  ['people', 'single-days', 80, 20, 'z d'],
  ['people', 'person', 60, 16, 'Enter'],
  ['people', 'person', 80, 24, 'j Enter'],
  ['people', 'person-by-tools', 120, 36, 'j Enter l l j'],
  ['people', 'person', 200, 60, 'Enter'],
  ['people', 'marked-people', 80, 30, 'Space j Space ='],
  ['people', 'seats', 60, 20, 'Tab'],
  ['people', 'seats', 120, 36, 'Tab j'],
  ['people', 'seats-ascii', 200, 30, 'Tab f', ascii],
  ['people', 'many-marked-people', 60, 20, 'Space Space Space Space = l l l'],
  ['controls', 'audit', 60, 20, 'Tab'],
  ['controls', 'audit', 120, 36, 'Tab j j'],
  ['controls', 'audit-ascii', 200, 30, 'Tab j', ascii],
  ['readiness', 'readiness', 60, 16],
  ['readiness', 'readiness', 120, 36],
  ['readiness', 'criteria', 60, 16, 'Tab'],
  ['readiness', 'criteria', 120, 36, 'Tab j'],
  ['readiness', 'criteria-ascii', 100, 24, 'Tab s u z p', plain],
  ['readiness', 'marked-repositories', 100, 24, 'Space Space = s f'],
  ['readiness', 'readiness-report', 60, 16, 'j Enter n'],
  ['readiness', 'readiness-report', 120, 36, 'j Enter n'],
  ['readiness', 'readiness-report-ascii', 100, 24, 'j Enter n', plain],
  ['readiness', 'readiness-compared', 120, 36, 'j Enter d j'],
  ['readiness', 'readiness-reports', 120, 30, 'j Enter d Tab'],
  ['readiness', 'readiness-way', 120, 30, 'j Enter w j'],
  ['readiness', 'readiness-criterion', 80, 24, 'j Enter n Enter'],
  ['computers', 'computers', 60, 15, 'j j'],
  ['computers', 'computers', 120, 36, 'j j'],
  ['computers', 'metrics', 60, 24, '/ a t l a s Enter Enter'],
  ['computers', 'metrics', 120, 30, '/ e r i k a Enter'],
  ['computers', 'metrics-ascii', 200, 30, '/ l y r a Enter', ascii],
  ['keys', 'keys', 60, 15, 'j'],
  ['keys', 'keys', 120, 36, 'j'],
  ['ci', 'ci', 60, 16, 's s'],
  ['ci', 'ci', 120, 30, 's s'],
  ['ci', 'ci-job', 60, 16, 'n Enter'],
  ['ci', 'ci-job', 120, 30, 'n Enter'],
  ['ci', 'ci-ascii', 100, 24, '/ p a y Enter', plain],
]

test.each(cases)('%s: %s at %ix%i', async (screen, name, columns, rows, keys = '', options = {}) => {
  const opened = await openView(demo, screen, { columns, rows, ...options })
  for (const key of keys.split(' ').filter(Boolean)) await toView(opened, [key])
  const all = fittingFrame(opened, columns, rows)
  // The row of tabs is checked in the frames of Overview.
  const frame = screen === 'overview' ? all : all.replace(/\n.*/, '')
  if (options.theme?.isAscii) expect(frame).toMatch(/^[\x20-\x7e\n]*$/)
  // Pseudonyms differ in each run but have the same length.
  const still = frame.replaceAll(/Person [\w-]+/g, (person) => 'Person'.padEnd(person.length, '#'))
  const folder = screen === 'keys' ? 'computers' : screen
  await expect(options.state?.isPrivate ? still : frame).toMatchFileSnapshot(
    `${folder}/frames/${name}-${columns}x${rows}.txt`,
  )
})
