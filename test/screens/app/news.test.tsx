import { expect, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import type { SessionState } from '../../../screens/kit/session/session.ts'
import { createMemoryVisits } from '../../../src/domain/visits/visits.ts'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const open = async (screen: ScreenName, seenAt: number | undefined, state: Partial<SessionState> = {}) => {
  const saw = new Set<string>()
  const recordItems = (marks: readonly string[]) => {
    for (const mark of marks) saw.add(mark)
  }
  const visits = {
    ...createMemoryVisits(),
    seenAt: () => seenAt,
    recordShown: (name: string) => void saw.add(name),
    isNewItem: (mark: string) => mark.startsWith('risk:'),
    recordItems,
  }
  // A copy loads its own data, and the accounts that Keys adds stay out of the shared demo.
  const organisation = screen === 'overview' || screen === 'keys' ? { ...demo } : demo
  const opened = await openScreen(organisation, { columns: 140, rows: 40, screen, visits, state })
  if (screen === 'keys') opened.queries().addIds('serviceAccounts', demo.ids.serviceAccounts, 'added')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req'))
  return { ...opened, saw }
}

/** The number of rows that begin or end with the sign of new rows, without the head and other dots of the demo. */
const signed = (frame: readonly string[]) => frame.slice(4, -2).filter((row) => /• *(?:│|$)|^[ ▌]•/.test(row)).length

test.each([
  ['computers', Date.UTC(2026, 9, 1)],
  ['keys', Date.UTC(2026, 9, 1)],
  ['wiki', Date.UTC(2026, 9, 1)],
  ['ci', Date.UTC(2026, 10, 15)],
  ['readiness', Date.UTC(2026, 10, 15)],
] as const)('rows of %s newer than the last visit are counted above the list and marked', async (screen, seenAt) => {
  const opened = await open(screen, seenAt)
  await opened.frameWith((frame) => /• \d+ new/.test(frame.join('\n')))
  const count = Number(/• (\d+) new/.exec(opened.frame().join('\n'))?.[1])
  expect(signed(opened.frame())).toBeGreaterThan(0)
  expect(signed(opened.frame())).toBeLessThanOrEqual(count)
  expect([...opened.saw]).toEqual([screen])
  const before = await open(screen, undefined)
  expect(before.frame().join('\n')).not.toMatch(/• \d+ new/)
  expect(signed(before.frame())).toBe(0)
})

test('Usage counts new days, and People marks users who were not seen before', async () => {
  const usage = await open('usage', Date.UTC(2026, 10, 18, 12))
  await usage.frameWith('3 new days')
  const none = await open('usage', Date.UTC(2026, 10, 21, 8))
  await none.loaded()
  expect(none.frame().join('\n')).not.toContain('new day')
  const people = await open('people', Date.UTC(2026, 9, 23), { range: { is: 'last', days: 30 } })
  await people.loaded((frame) => signed(frame) > 0)
  expect(signed(people.frame())).toBeLessThan(12)
  expect([...people.saw]).toEqual(['people'])
})

test('Overview counts and marks new attention items, and records what was seen once everything is loaded', async () => {
  const { frame, frameWith, saw } = await open('overview', undefined)
  await frameWith(() => saw.size > 0)
  const items = frame().filter((row) =>
    /^[▌ ][!◇] .*(?:Usage|Controls|Keys|Computers|CI|Readiness|People) *•? *$/.test(row),
  )
  const marked = items.filter((row) => row.trimEnd().endsWith('•'))
  expect(marked.map((row) => /rev \d+/.test(row))).toEqual(
    [...saw].filter((mark) => mark.startsWith('risk:')).map(() => true),
  )
  expect(frame().join('\n')).toMatch(
    new RegExp(`NEEDS ATTENTION {2}\\d+ {2}(?:\\d+ more ↓ {2})?• ${marked.length} new`),
  )
  expect(saw.size).toBeGreaterThanOrEqual(items.length)
})
