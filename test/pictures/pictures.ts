// Draws the README's pictures from the built program on the demo organisation: npm run pictures
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openProgram } from '../helpers/pty.ts'
import { GROUNDS, screenSvg } from './screen-svg.ts'

/** Saturday: the last day with data is Friday, 20 November 2026. */
const FROZEN_NOW = Date.UTC(2026, 10, 21, 9)
const clock = fileURLToPath(new URL('../record/frozen-clock.mjs', import.meta.url))
const COLS = 116
const ROWS = 32

/** How to come to what is shown, and what stands there then. */
type Picture = { name: string; title: string; steps: readonly (readonly [keys: string, shown: string])[] }

const pictures: readonly Picture[] = [
  { name: 'overview', title: 'Overview', steps: [['1', '! 13 Nov']] },
  {
    name: 'usage',
    title: 'Usage: an unusual day by person',
    steps: [
      ['2', '! 13 Nov'],
      ['F', '── By'],
      ['Enter', 'PERSON'],
      ['n', 'over the usual Friday'],
    ],
  },
  {
    name: 'people',
    title: 'People',
    steps: [['3', 'a.chen']],
  },
  {
    name: 'readiness',
    title: 'Readiness: a repository and what its report says',
    steps: [
      ['4', 'checkout'],
      ['Enter', 'L1'],
    ],
  },
  {
    name: 'controls',
    title: 'Controls: what a revision changed',
    steps: [
      ['5', '!! widened'],
      ['j j j j Enter', 'allowedDomains'],
    ],
  },
  { name: 'computers', title: 'Computers and their installation steps', steps: [['6', 'install-deps']] },
  { name: 'keys', title: 'Keys: what needs care first', steps: [['7', 'log shipper']] },
]

const folder = fileURLToPath(new URL('.', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const theme of ['dark', 'light'] as const) {
  const program = openProgram({
    args: ['demo'],
    cols: COLS,
    rows: ROWS,
    env: {
      NODE_OPTIONS: `--import ${clock}`,
      FROZEN_NOW: String(FROZEN_NOW),
      COLORFGBG: theme === 'dark' ? '15;0' : '0;15',
    },
  })
  await program.waitFor('NEEDS ATTENTION')
  for (const { name, title, steps } of pictures) {
    for (const [keys, shown] of steps) {
      program.press(keys)
      await program.waitFor((rows) => rows.join('\n').includes(shown) && rows[0]?.includes('0 req') === true)
    }
    writeFileSync(`${folder}${name}-${theme}.svg`, screenSvg(program, COLS, GROUNDS[theme], title))
  }
  await program.close()
}
