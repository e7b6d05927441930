import { expect, test, vi } from 'vitest'
import { median } from '../../../src/base/numbers.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const open = async (...keys: string[]) => {
  const opened = await openScreen(demo, { screen: 'people', columns: 120, rows: 60 })
  await opened.loaded()
  await opened.press('G', 'g', 'g')
  await opened.loaded()
  await opened.press(...keys)
  const rows = () => opened.frame().slice(6, -6)
  return {
    ...opened,
    divider: () => opened.frame()[4] ?? '',
    /** The numbers of a column of the table, found by the end of its title. */
    column(title: string, isIncluded: (row: string) => boolean = () => true): number[] {
      const heading = opened.frame()[5] ?? ''
      // The sign of the order is part of the title.
      const end =
        (new RegExp(`${title}[▾▴]?`).exec(heading)?.index ?? 0) + title.length + (heading.includes(`${title}▾`) ? 1 : 0)
      return rows().flatMap((row) => {
        const text = /[\d,.]+$/.exec(row.slice(0, end))?.[0]
        return text === undefined || !isIncluded(row) ? [] : [Number(text.replaceAll(',', ''))]
      })
    },
  }
}

const sumOf = (values: readonly number[]): string => fullNumber(values.reduce((sum, value) => sum + value, 0))

test('the sum and median of the filtered users are those of the rows', async () => {
  const opened = await open('/', ...'credits>5k', 'Enter')
  const credits = opened.column('CREDITS')
  expect(credits.length).toBeGreaterThan(5)
  expect(opened.divider()).toContain(`, credits sum ${sumOf(credits)}, median ${fullNumber(median(credits))},`)
  await opened.press('s', 't')
  const tools = opened.column('TOOLS')
  expect(opened.divider()).toContain(`, tool calls sum ${sumOf(tools)}, median ${fullNumber(median(tools))},`)
  // A mean per message is not added.
  await opened.press('s', 'a')
  expect(opened.divider()).toMatch(/, tools\/message median [\d.]+, Esc/)
})

test('the sum and median of the marked users are shown without a filter too, until Esc removes the marks', async () => {
  const opened = await open('Space', 'j', 'Space', 'Space')
  const credits = opened.column('CREDITS', (row) => row.includes('●'))
  expect(credits).toHaveLength(3)
  expect(opened.divider()).toContain(
    `─ 3 marked: credits sum ${sumOf(credits)}, median ${fullNumber(median(credits))} ─`,
  )
  await opened.press('Esc')
  expect(opened.divider()).toMatch(/^─+$/)
})

test('moves do not compute them again', async () => {
  const opened = await open('/', ...'credits>5k', 'Enter')
  const sorting = vi.spyOn(Float64Array.prototype, 'toSorted')
  await opened.press('j', 'j', 'k', '^d')
  expect(sorting).not.toHaveBeenCalled()
  sorting.mockRestore()
})
