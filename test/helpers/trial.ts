import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Outcome } from '../faults/fault.ts'

/**
 * A trial that is a test and a row of `npm run faults`, see screen-faults.ts: nothing breaks in it as a test; there it is told how
 * much to try, and what broke is counted.
 *
 * @param usual How much is tried as a test.
 */
export const trial = async (usual: number, run: (count: number) => Promise<Outcome>): Promise<void> => {
  const { FAULTS_COUNT, FAULTS_OUTCOME } = process.env
  const outcome = await run(Number(FAULTS_COUNT ?? usual))
  if (FAULTS_OUTCOME !== undefined) writeFileSync(FAULTS_OUTCOME, JSON.stringify(outcome))
  else expect(outcome.broke, outcome.notes.slice(0, 5).join('\n')).toBe(0)
}
