import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Outcome } from '../faults/fault.ts'

/**
 * A trial that runs as a test and as a row of `npm run faults` (see screen-faults.ts). The test expects no failures; the row
 * sets the number of cases and counts the failures.
 *
 * @param usual Number of cases in the test.
 */
export const trial = async (usual: number, run: (count: number) => Promise<Outcome>): Promise<void> => {
  const { FAULTS_COUNT, FAULTS_OUTCOME } = process.env
  const outcome = await run(Number(FAULTS_COUNT ?? usual))
  if (FAULTS_OUTCOME !== undefined) writeFileSync(FAULTS_OUTCOME, JSON.stringify(outcome))
  else expect(outcome.broke, outcome.notes.slice(0, 5).join('\n')).toBe(0)
}
