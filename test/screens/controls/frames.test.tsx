import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { fittingFrame } from '../../helpers/expect-frame.ts'
import { type OpenOptions, openScreen } from '../../helpers/screen.tsx'

const demo = await startDemo()

type Size = readonly [columns: number, rows: number]
type View = { keys: readonly string[]; sizes: readonly Size[]; options?: OpenOptions }

const low = [60, 16] as const
const usual: readonly Size[] = [low, [80, 24], [120, 30], [160, 36]]
const ofDiff: readonly Size[] = [low, [80, 24], [120, 36], [160, 36], [200, 50]]
const compare = ['Enter', '(', '(', '('] as const
const shownRevisions = { last: () => ({ revision: 415, at: NOW - 3 * 86_400_000 }), recordShown: () => {} }
const ascii: View = { keys: [], sizes: [[100, 24]], options: { theme: { isAscii: true } } }

/** Keys that lead to each view, by the name of its expected frames. */
const views: Readonly<Record<string, View>> = {
  controls: { keys: [], sizes: [...usual, [200, 30]] },
  'controls-ascii-private': { ...ascii, options: { ...ascii.options, state: { isPrivate: true } } },
  'controls-new': { keys: ['n'], sizes: usual, options: { shownRevisions } },
  'controls-settings': { keys: ['j', 'Enter', 'Enter', 'n'], sizes: usual },
  'controls-settings-ascii': { ...ascii, keys: ['Enter', 'Enter', 'h'] },
  'controls-blame': { keys: ['Enter', 'b', 'j'], sizes: usual },
  'controls-blame-ascii': { ...ascii, keys: ['Enter', 'b'] },
  'controls-diff': { keys: [...compare, 'j'], sizes: ofDiff },
  'controls-diff-unified': { keys: [...compare, 'j', 'z', 's'], sizes: ofDiff },
  // Below 100 columns it is unified text.
  'controls-diff-split': { keys: [...compare, 'j', 'z', 's', 'z', 's'], sizes: ofDiff },
  'controls-diff-detail': { keys: [...compare, 'j', 'Tab'], sizes: [low] },
  'controls-diff-ascii': { ...ascii, keys: [...compare, 'w'], options: { theme: { isAscii: true, colors: 'none' } } },
}

const cases = Object.entries(views).flatMap(([name, { sizes }]) =>
  sizes.map(([columns, rows]) => [name, columns, rows] as const),
)

// fittingFrame also checks that every earlier frame has exactly the rows of the window and fits its width.
test.each(cases)('%s at %ix%i', async (name, columns, rows) => {
  const { keys, options } = views[name] as View
  const opened = await openScreen(demo, { columns, rows, screen: 'controls', ...options })
  await opened.frameWith((frame) => /latest \d+|\d+ new/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.frameWith((frame) => !frame.join('\n').includes('comparing'))
  await opened.press(...keys)
  // The detail is drawn after a pause without keys; it contains this text.
  if (name.includes('diff') && rows >= 20)
    await opened.frameWith((frame) => /(?:last changed in|first seen in|since) \d+/.test(frame.join('\n')))
  // Pseudonyms differ in each run but have the same length.
  const shown = await fittingFrame(opened, columns, rows)
  // Without the row of tabs, which is checked in the frames of Overview.
  const frame = shown.replace(/\n.*/, '').replaceAll(/Person [\w-]+/g, (one) => 'Person'.padEnd(one.length, '#'))
  await expect(frame).toMatchFileSnapshot(
    fileURLToPath(new URL(`frames/${name}-${columns}x${rows}.txt`, import.meta.url)),
  )
  if (name.includes('ascii')) expect(frame).toMatch(/^[\x20-\x7e\n陳美玲査読]*$/u)
})
