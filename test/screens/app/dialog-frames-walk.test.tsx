import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ExtractDialog } from '../../../screens/wiki/dialogs/wiki-dialogs.tsx'
import { textWidth } from '../../../src/domain/text/width.ts'
import { startDemo } from '../../helpers/demos.ts'
import { dialogOf, openDialog } from '../../helpers/dialog.tsx'
import { type FrontRule, startFront } from '../../helpers/front-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { openScreen } from '../../helpers/screen.tsx'
import { noProfiles } from '../../helpers/session.ts'
import type { OpenedTerminal } from '../../helpers/terminal.tsx'

const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
] as const

/** Compares what lies over the body in every window with what is expected. One terminal is resized: opening four costs more. */
const expectDialog = async ({ resize, frame, frameWith }: OpenedTerminal, name: string): Promise<void> => {
  const drawings: string[] = []
  for (const [columns, rows] of sizes) {
    await resize(columns, rows)
    await frameWith((frame) => frame.length === rows && dialogOf(frame).length > 0)
    // The port is another one in each run, and as long.
    const drawn = frame().map((row) => row.replace(/127\.0\.0\.1:\d{5}/, '127.0.0.1:40000'))
    expect(Math.max(...drawn.map(textWidth))).toBeLessThanOrEqual(columns)
    drawings.push(`${columns}x${rows}`, ...dialogOf(drawn), drawn.at(-2) ?? '', '')
  }
  await resize(120, 36)
  await expect(drawings.join('\n')).toMatchFileSnapshot(`frames/dialog-${name}.txt`)
}

const profiles = {
  ...noProfiles,
  list: async () => [
    { name: 'acme', isShown: true, baseUrl: 'https://api.example.com', key: 'the system keychain', isReadOnly: false },
    { name: 'two', isShown: false, baseUrl: 'https://two.example', key: 'its helper pass', isReadOnly: true },
  ],
}

/** An export never ends, and nobody knows what became of a deletion. */
const rule: FrontRule = (path) =>
  path.endsWith('/export') ? 'hold' : path === '/api/v0/wiki/wiki_checkout' ? 'reset' : undefined

test('each dialog of the explorer keeps to every window', async () => {
  const front = await startFront(await startDemo(), rule)
  const opened = await openScreen(front, { columns: 120, rows: 36, screen: 'wiki', profiles })
  const folder = makeFolder()
  writeFileSync(join(folder, 'payments-wiki.zip'), '')
  opened.outside.folder = folder
  const { press, frameWith } = opened
  const walk = async (name: string, keys: readonly string[], title: string) => {
    await press(...keys)
    await frameWith((frame) => dialogOf(frame).join('\n').includes(title))
    await expectDialog(opened, name)
  }
  await frameWith('5 runs')
  await walk('add-id', ['A', ...'wr_1'], 'Add a wiki run')
  await press('Esc', '/', ...'payments', 'Enter')
  await frameWith('1 of 5')
  await walk('export-target', ['x'], 'Export the wiki of payments')
  await walk('replace', ['Enter'], 'Replace it?')
  await press('Esc', 'Esc', 'Esc', '/', ...'checkout', 'Enter')
  await frameWith('1 of 5')
  await walk('run-actions', ['a'], 'Wiki of checkout')
  await walk('delete-by-typing', ['d', ...'wiki_check', 'Enter'], 'not yet wiki_checkout')
  await walk('outcome-unknown', [...'out', 'Enter'], 'Outcome unknown')
  await press('Esc', 'x')
  await frameWith('Export the wiki of checkout')
  await press('Enter')
  await frameWith('1 export running')
  await walk('quit', ['Esc', 'q'], 'Quit while a job runs')
  await press('Esc', 'O')
  await walk('profiles', [], 'two.example')
  await press('Esc', '2', 't')
  await walk('range', [], 'last 14 days')
  await walk('range-typed', ['f', '^u', ...'2026-02-30..2026-03-01', 'Enter'], 'not in the calendar')
  await press('Esc', 'Esc')
  await walk('save', ['^s'], 'csv')
  await opened.session.jobs.stopAll()
})

test('the dialog to extract keeps to every window', async () => {
  const opened = await openDialog(ExtractDialog, { archive: '/home/m/wikis/checkout-wiki.zip' })
  await expectDialog(opened, 'extract')
})
