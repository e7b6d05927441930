import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outputOf, root, withFolder } from '../helpers/built-program.ts'
import type { Fault, Outcome } from './fault.ts'

/**
 * A row that is run by a test, because it needs the test environment (JSX, Ink's production build). See trial.ts.
 *
 * @param file Path of the test file below test/.
 * @param title The title of the test, without regular expression characters.
 */
const runByTest = (name: string, count: number, file: string, title: string): Fault => ({
  name,
  count,
  run: (attempts) =>
    withFolder(async (folder): Promise<Outcome> => {
      const outcome = join(folder, 'outcome.json')
      const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts']
      const child = spawn(process.execPath, [...vitest, `test/${file}`, '-t', title, '--testTimeout', '7200000'], {
        cwd: root,
        env: { ...process.env, FAULTS_COUNT: String(attempts), FAULTS_OUTCOME: outcome, TEST_REPORT: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const { out, err } = await outputOf(child)
      try {
        return JSON.parse(readFileSync(outcome, 'utf8'))
      } catch {
        // The test itself failed.
        return { tried: attempts, broke: 1, notes: [(out + err).slice(-2_000)] }
      }
    }),
})

const randomKeys = (size: string): Fault =>
  runByTest(`screens: random keys at ${size}`, 20_000, 'screens/app/random-keys.test.tsx', `random keys at ${size}`)

const hostile = (name: string, count: number, where: string, file = 'hostile-families.test.tsx'): Fault =>
  runByTest(name, count, `safety/${file}`, `hostile texts of 40 families have no effect ${where}`)

/** Hostile text in every response, random keys, and saved frames that must stay deleted. */
export const screenFaults: readonly Fault[] = [
  hostile('texts: 40 families in every format of every command', 5_800, 'in any format'),
  hostile('texts: 40 families in every other place', 1_500, 'in any place', 'hostile-places.test.ts'),
  hostile('texts: 40 families on every screen', 1_200, 'on any screen'),
  runByTest(
    'saved frames: two explorers, deletions and refusals',
    1_000,
    'app/save-frame.test.ts',
    'in any order of pictures and deletions',
  ),
  ...['60x15', '80x24', '120x36', '200x60'].map(randomKeys),
]
