import { join } from 'node:path'
import { expect } from 'vitest'
import { fileFolder } from './make-folder.ts'
import { runQd } from './run-qd.ts'
import { type OpenedScreen, sharedDemo } from './screen.tsx'
import { openView, toView, type VIEWS } from './views.ts'

/** Cells of a Markdown table. */
export const cellsOf = (markdown: string): string[][] =>
  markdown
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** A column of the rows of a Markdown table. */
export const columnOf = (rows: string[][], name: string): (string | undefined)[] =>
  rows.slice(2).map((row) => row[rows[0]?.indexOf(name) ?? -1])

/**
 * The headless twins of the demo's screens: what Y copies is run in process against the same service, and its rows are
 * laid beside those of the screen's own export. For the tests of one file.
 */
export const headlessTwins = () => {
  const demo = sharedDemo()
  /** Where the service accounts stand that people have added. */
  const cache = join(fileFolder(), 'twins.db')

  const open = async (screen: keyof typeof VIEWS, rows = 60) => openView(demo, screen, { columns: 200, rows })

  const run = (words: string[]) => runQd(words, { url: demo.url, key: demo.key, cache })

  /** What Y copies, and what it prints. */
  const twinOf = async (opened: OpenedScreen, format = 'md'): Promise<{ command: string; out: string }> => {
    await toView(opened, ['Y'])
    const command = (opened.copied.at(-1) ?? '').replace(/^qd /, '')
    const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
    const ran = await run([...words, '--format', format])
    expect([command, ran.code, ran.code === 0 ? '' : ran.err]).toEqual([command, 0, ''])
    return { command, out: ran.out }
  }

  /** What the pager is given of the view, and what the copied command prints of it, both as Markdown. */
  const both = async (opened: OpenedScreen): Promise<{ command: string; screen: string[][]; printed: string[][] }> => {
    await toView(opened, ['|'])
    const { command, out } = await twinOf(opened)
    return { command, screen: cellsOf(opened.outside.paged.at(-1) ?? ''), printed: cellsOf(out) }
  }

  /** The file that ^s writes as CSV is what the copied command prints as such. */
  const expectSameCsv = async (opened: OpenedScreen): Promise<void> => {
    opened.outside.files.clear()
    await opened.press('^s', 'c', 'Enter')
    await opened.frameWith('Wrote')
    const { command, out } = await twinOf(opened, 'csv')
    expect([command, [...opened.outside.files.values()].join('')]).toEqual([command, out])
  }

  /** The rows of the columns that both have, `least` or more, are the same ones in the same order. */
  const expectSameRows = async (opened: OpenedScreen, least: number): Promise<string> => {
    const { command, screen, printed } = await both(opened)
    const names = (screen[0] ?? []).filter((name) => name !== '' && printed[0]?.includes(name))
    const picked = (rows: string[][]) =>
      rows.slice(2).map((row) => names.map((name) => row[rows[0]?.indexOf(name) ?? -1]))
    expect([command, picked(printed)]).toEqual([command, picked(screen)])
    expect([command, names.length]).toEqual([command, Math.max(least, names.length)])
    expect(screen.length).toBeGreaterThan(2)
    await expectSameCsv(opened)
    return command
  }

  return { open, run, twinOf, both, expectSameRows, expectSameCsv }
}
