import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Fault, type Outcome, withFolder } from './fault.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * A row whose trial is a test, as it needs what tests are given (Ink as it is shipped, tsx). See trial.ts.
 *
 * @param file Where the test stands, below test/.
 * @param title The test's, without signs that mean something in a pattern.
 */
export const triedByTest = (name: string, count: number, file: string, title: string): Fault => ({
  name,
  count,
  run: (most) =>
    withFolder(async (folder): Promise<Outcome> => {
      const outcome = join(folder, 'outcome.json')
      const words = [
        'run',
        '--config',
        'test/vitest.config.ts',
        `test/${file}`,
        '-t',
        title,
        '--testTimeout',
        '7200000',
      ]
      const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], {
        cwd: root,
        env: { ...process.env, FAULTS_COUNT: String(most), FAULTS_OUTCOME: outcome, TEST_REPORT: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
      await once(child, 'close')
      try {
        return JSON.parse(readFileSync(outcome, 'utf8'))
      } catch {
        // The test itself broke.
        return { tried: most, broke: 1, notes: [said.slice(-2_000)] }
      }
    }),
})
