// Draws the README's pictures from the built program on the demo organisation, the same each time: npm run pictures
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openProgram, type Program } from '../helpers/pty.ts'
import { GROUNDS, screenSvg } from './screen-svg.ts'

/** Saturday: the last day with data is Friday, 20 November 2026. */
const FROZEN_NOW = Date.UTC(2026, 10, 21, 9)
const clock = fileURLToPath(new URL('../record/frozen-clock.mjs', import.meta.url))
const COLS = 116
const ROWS = 32

/** The keys that lead there from the picture before, and what stands there then and did not before. */
type Picture = { name: string; title: string; steps: readonly (readonly [keys: string, shown: string])[] }

const pictures: readonly Picture[] = [
  { name: 'overview', title: 'Overview: what needs attention', steps: [['', 'CONTROLS  latest']] },
  {
    name: 'usage',
    title: 'Usage: an unusual day, and who made it so',
    steps: [
      ['2', 'Tab view'],
      ['F', '── By'],
      ['Enter', 'PERSON'],
      ['n', 'over the usual Friday'],
    ],
  },
  { name: 'people', title: 'People: one row each, one pane for the selected', steps: [['3', 'active 6 of 14 days']] },
  {
    name: 'readiness',
    title: 'Readiness: a repository that fell, and what it lost',
    steps: [
      ['4', 'structured_logging'],
      ['j', 'checkout  L3'],
    ],
  },
  {
    name: 'controls',
    title: 'Controls: what changed in two months, and what that widened',
    steps: [
      ['5', 'revision 418'],
      ['Enter', '417 to 418'],
      ['( ( ( ( ( ( (', '410 to 418'],
      ['w w', '│ sandbox.network.allowedDomains'],
    ],
  },
  {
    name: 'computers',
    title: 'Computers: the step that failed, and why',
    steps: [
      ['6', 'install-deps'],
      ['j j', 'cmp_draco'],
    ],
  },
  { name: 'keys', title: 'Keys: what needs care first', steps: [['7', 'fingerprint']] },
]

const folder = fileURLToPath(new URL('.', import.meta.url))
for (const theme of ['dark', 'light'] as const) {
  const program = openProgram({
    args: ['demo', '--theme', theme],
    cols: COLS,
    rows: ROWS,
    env: { NODE_OPTIONS: `--import ${clock}`, FROZEN_NOW: String(FROZEN_NOW) },
  })
  for (const { name, title, steps } of pictures) {
    for (const [keys, shown] of steps) {
      if (keys !== '') program.press(keys)
      await program.waitFor((rows) => rows.join('\n').includes(shown) && isSettled(rows))
    }
    await quiet(program)
    writeFileSync(`${folder}${name}-${theme}.svg`, screenSvg(program, COLS, GROUNDS[theme], title))
  }
  await program.close()
}

/** Nothing is under way that a picture would show or not, as it happens. */
function isSettled(rows: readonly string[]): boolean {
  return /● now +0 req/.test(rows[0] ?? '') && !/loading|still looking/.test(rows.join('\n'))
}

/** Resolves when nothing was drawn for half a second. */
async function quiet(program: Program): Promise<void> {
  let drawn = -1
  while (drawn !== program.raw().length) {
    drawn = program.raw().length
    await setTimeout(500)
  }
}
