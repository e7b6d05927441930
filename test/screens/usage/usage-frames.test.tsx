import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { loadedFrame } from '../../helpers/expect-frame.ts'
import type { OpenOptions } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const ascii: OpenOptions = { theme: { isAscii: true } }
/** Reaches back before the data: there are gaps, and its figures are marked as not whole. */
const september: OpenOptions = {
  state: { range: { is: 'between', range: { from: '2026-09-05', to: '2026-09-18' } } },
}

test.each<[name: string, columns: number, rows: number, keys: string[], options?: OpenOptions]>([
  ['credits-by-model', 60, 16, []],
  ['credits-by-model', 80, 24, []],
  ['credits-by-model', 120, 36, []],
  ['credits-by-model', 200, 60, []],
  ['credits-by-person', 200, 60, ['F', 'Enter']],
  ['people-of-model', 80, 24, ['j', 'Enter', 'n']],
  ['credits-before-data', 80, 24, [], september],
  ['tools-by-tool', 80, 24, ['Tab']],
  ['tools-by-tool', 120, 36, ['Tab']],
  ['tools-by-server', 80, 24, ['Tab', 'F', 'Enter', 'F', 'Enter']],
  ['tools-by-hook', 120, 36, ['Tab', 'F', 'h']],
  ['tools-by-level', 120, 30, ['Tab', 'F', 'a']],
  ['tools-by-level-ascii', 80, 24, ['Tab', 'F', 'a'], ascii],
  ['tools-figures', 120, 30, ['Tab', 'F', 'f', ...'jjjjjj']],
  ['tools-figures', 200, 60, ['Tab', 'F', 'f']],
  ['activity-ascii', 80, 24, ['Tab', 'Tab'], ascii],
  ['activity', 120, 36, ['Tab', 'Tab']],
  ['activity-by-client', 120, 36, ['Tab', 'Tab', 'F', 'Enter']],
  ['productivity', 120, 36, ['S-Tab']],
  ['productivity-by-language', 200, 60, ['S-Tab', 'F', 'Enter']],
])('%s at %ix%i', async (name, columns, rows, keys, options = {}) => {
  const frame = await loadedFrame(demo, { columns, rows, screen: 'usage', ...options }, keys)
  const file = fileURLToPath(new URL(`frames/usage-${name}-${columns}x${rows}.txt`, import.meta.url))
  await expect(frame).toMatchFileSnapshot(file)
})
