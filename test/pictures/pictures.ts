// Draws the README's pictures from the built program on the demo organisation, the same each time: npm run pictures
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NOW } from '../helpers/now.ts'
import { openProgram } from '../helpers/pty.ts'
import { GROUNDS, screenSvg } from './screen-svg.ts'

const clock = fileURLToPath(new URL('../helpers/test-clock.mjs', import.meta.url))
const COLS = 116
const ROWS = 32

/** `steps`: keys that lead there from the previous picture, each with a text that appears only after them. */
type Picture = { name: string; title: string; steps: readonly (readonly [keys: string, shown: string])[] }

/** Whether the screen shows nothing that is still in progress. */
const isSettled = (rows: readonly string[]): boolean =>
  /● now +0 req/.test(rows[0] ?? '') && !/loading|still checking/.test(rows.join('\n'))

const pictures: readonly Picture[] = [
  { name: 'overview', title: 'Overview: what needs attention', steps: [['', 'CONTROLS  latest']] },
  {
    name: 'usage',
    title: 'Usage: an unusual day, and who made it so',
    steps: [
      ['2', 'Tab view'],
      ['F', '── Break down by'],
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
    title: 'Controls: what changed in two months, and what that loosened',
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
  { name: 'keys', title: 'Keys: most urgent first', steps: [['7', 'fingerprint']] },
]

const folder = fileURLToPath(new URL('.', import.meta.url))
for (const theme of ['dark', 'light'] as const) {
  const program = openProgram({
    args: ['demo', '--theme', theme],
    cols: COLS,
    rows: ROWS,
    env: { NODE_OPTIONS: `--import ${clock}`, FROZEN_NOW: String(NOW) },
  })
  for (const { name, title, steps } of pictures) {
    for (const [keys, shown] of steps) {
      if (keys !== '') program.press(keys)
      await program.waitFor((rows) => rows.join('\n').includes(shown) && isSettled(rows))
    }
    await program.quiet(500)
    writeFileSync(`${folder}${name}-${theme}.svg`, screenSvg(program, COLS, GROUNDS[theme], title))
  }
  await program.close()
}
