import { expect, test } from 'vitest'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { startDemo } from '../../helpers/demos.ts'
import { openView, settled, toView, VIEWS } from '../../helpers/views.ts'

const demo = await startDemo()

/** A row as cells; the second cell of a wide character is empty. */
const cellsOf = (row: string): string[] =>
  [...new Intl.Segmenter().segment(row)].flatMap(({ segment }) =>
    textWidth(segment) === 2 ? [segment, ''] : [segment],
  )

/** The first cell of a line between two panes: at least five rows of it, right of the axis of a chart. */
const separatorOf = (rows: readonly string[][]): number | undefined => {
  const longest = Math.max(...rows.map((row) => row.length))
  for (let cell = 20; cell < longest; cell++) {
    const at = rows.map((row) => row[cell] === '│' && row[cell - 1] === ' ')
    if (at.filter(Boolean).length >= 5) return cell
  }
  return undefined
}

const isOnTheRight = (frame: readonly string[]): boolean => separatorOf(frame.slice(3, -2).map(cellsOf)) !== undefined

type Placed = 'right' | 'below'
/** Where the detail of a row is in windows of 100, 120, 140 and 200 columns. */
const placements: [name: string, screen: ScreenName, keys: string[], ...at: [Placed, Placed, Placed, Placed]][] = [
  ['Usage', 'usage', [], 'below', 'below', 'right', 'right'],
  ['People', 'people', [], 'below', 'below', 'right', 'right'],
  ['Readiness', 'readiness', [], 'below', 'below', 'right', 'right'],
  ['a report', 'readiness', ['Enter'], 'right', 'right', 'right', 'right'],
  ['Controls', 'controls', [], 'below', 'below', 'right', 'right'],
  ['a diff', 'controls', ['Enter'], 'right', 'right', 'right', 'right'],
  ['blame', 'controls', ['Enter', 'j', 'b'], 'below', 'below', 'right', 'right'],
  ['Computers', 'computers', [], 'below', 'below', 'right', 'right'],
  ['Keys', 'keys', [], 'below', 'below', 'right', 'right'],
  ['Wiki', 'wiki', [], 'below', 'below', 'right', 'right'],
  ['CI', 'ci', [], 'below', 'right', 'right', 'right'],
]

test.each(placements)('the detail of %s is next to its list in a wide window', async (_name, screen, keys, ...at) => {
  const opened = await openView(demo, screen, { columns: 160, rows: 40 })
  for (const key of keys) await toView(opened, [key])
  const found: Placed[] = []
  for (const columns of [100, 120, 140, 200]) {
    await opened.resize(columns, 40)
    const frame = await opened.frameWith((rows) => textWidth(rows[2] ?? '') === columns)
    found.push(isOnTheRight(frame) ? 'right' : 'below')
  }
  expect(found).toEqual(at)
})

/** Cells after the last character. */
const freeIn = (cells: readonly string[], width: number): number =>
  width - (cells.findLastIndex((cell) => cell !== ' ' && cell !== '') + 1)

const isCut = (cells: readonly string[]): boolean => /[^\s"']…/.test(cells.join(''))

/** Rows with a cut text that has free cells next to or below it, by pane: the list on the left, the detail on the right. */
const cutTexts = (frame: readonly string[], columns: number): string[] => {
  const rows = frame.slice(3, -2).map((row) => {
    const cells = cellsOf(row)
    return [...cells, ...Array.from({ length: columns - cells.length }, () => ' ')]
  })
  const separator = separatorOf(rows)
  const found: string[] = []
  const check = (pane: readonly string[][], width: number, isDetail: boolean) => {
    for (const row of pane) {
      const text = row.join('').trimEnd()
      if (/[^\s"']…$/.test(text) && freeIn(row, width) > 2) found.push(`next to: ${text}`)
      if (isDetail && /[^\s"']…$/.test(text) && pane.at(-1)?.join('').trim() === '') found.push(`below: ${text}`)
    }
    // A table is a block of rows without an empty row.
    let block: string[][] = []
    for (const row of [...pane, []]) {
      const text = row.join('').trim()
      if (text !== '' && !/^─/.test(text)) {
        block.push(row)
        continue
      }
      const free = Math.min(...block.map((each) => freeIn(each, width)))
      if (block.length > 2 && free > 2) found.push(...block.filter(isCut).map((each) => `table: ${each.join('')}`))
      block = []
    }
  }
  if (separator === undefined) {
    check(rows, columns, false)
    return found
  }
  const shared = rows.filter((row) => row[separator] === '│')
  check(
    shared.map((row) => row.slice(0, separator - 1)),
    separator - 1,
    false,
  )
  check(
    shared.map((row) => row.slice(separator + 2)),
    columns - separator - 2,
    true,
  )
  return found
}

const sizes = [
  [140, 40],
  [200, 60],
] as const
const viewed = Object.entries(VIEWS).flatMap(([screen, views]) =>
  sizes.map(([columns, rows]) => [screen as ScreenName, columns, rows, views] as const),
)

test.each(viewed)('%s at %ix%i cuts no text that has free room', async (screen, columns, rows, views) => {
  const opened = await openView(demo, screen, { columns, rows })
  const found: string[] = []
  for (const keys of views) {
    await toView(opened, keys)
    found.push(...cutTexts(await settled(opened), columns))
  }
  expect(found).toEqual([])
})
