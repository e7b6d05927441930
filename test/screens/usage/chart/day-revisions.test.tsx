import { expect, test } from 'vitest'
import { sharedDemo } from '../../../helpers/screen.tsx'
import { testFront } from '../../../helpers/test-server.ts'
import { openUsage } from '../../../helpers/usage-screen.ts'
import { toView } from '../../../helpers/views.ts'

const demo = sharedDemo()

const textOf = ({ frame }: { frame: () => readonly string[] }): string => frame().join('\n')

test('the chosen day shows its revision, and c opens it', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'h')
  await opened.frameWith((rows) => rows.some((row) => /^ 19 Nov Thu {3}◆ rev \d+/.test(row)))
  const number = /◆ rev (\d+)/.exec(textOf(opened))?.[1]
  await opened.press('c')
  await opened.frameWith((rows) => rows[0]?.includes(` to ${number}`) === true)
})

test('Enter on a day with a revision breaks it down, a second Enter opens the revision; after a move in the list, Enter opens the row', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'h')
  await opened.frameWith((rows) => rows.some((row) => /^ 19 Nov Thu {3}◆ rev \d+/.test(row)))
  await opened.press('Enter')
  await opened.frameWith((rows) => rows[0]?.includes('> 19 Nov Thu') === true)
  await opened.press('Enter')
  await opened.frameWith((rows) => rows[0]?.includes('Controls') === true)
  await opened.press('-')
  await opened.frameWith((rows) => rows[0]?.includes('Usage') === true)
  await opened.press('h', 'l', 'j', 'Enter')
  await opened.frameWith((rows) => rows[0]?.includes('Usage: credits by model > ') === true)
})

test('c shows a notice if the controls did not change', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'h', 'h', 'c')
  await opened.frameWith((rows) => rows.at(-1)?.includes('The controls did not change on 18 Nov Wed.') === true)
})

test('the line that starts with "because" names a revision of the previous day that changed models or autonomy', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, ...'hhhhh')
  await opened.frameWith((rows) =>
    rows.some((row) => /^ (because|mostly) rev 417 of 14 Nov \(\w+.*\)$/.test(row.trimEnd())),
  )
  // Two days later it is no longer a reason.
  await opened.press('l')
  expect(textOf(opened)).toContain('16 Nov Mon')
  expect(textOf(opened)).not.toContain('rev 417')
})

test('ys copies the day as a sentence for a chat', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'n', 'y', 's')
  expect(opened.copied).toEqual([
    expect.stringMatching(
      /^13 Nov: [\d,]+ credits, \d\.\dx a usual Friday; a\.chen on opus is (\d\d % of|more than) the (whole )?rise$/,
    ),
  ])
  await opened.press('z', 'n', 'y', 's')
  expect(opened.copied.at(-1)).not.toContain('chen')
  await toView(opened, ['Tab'])
  await opened.press('y', 's')
  expect(opened.copied.at(-1)).toMatch(/^13 Nov: [\d,]+ tool calls, .* usual Friday/)
})

test('without access to the controls the chart has no marks and no error', async () => {
  const front = await testFront(demo, (path) =>
    path.includes('controls') ? { status: 403, body: { status: 403, title: 'Forbidden' } } : undefined,
  )
  const opened = await openUsage(front, { columns: 120, rows: 36 })
  await opened.frameWith((rows) => rows[0]?.includes('0 req') === true)
  expect(textOf(opened)).not.toMatch(/◆|403|Forbidden|✗/)
  expect(textOf(opened)).toContain('[20]')
})
