import { writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Outcome } from '../faults/fault.ts'

/**
 * A trial that is both a test and a row of `npm run faults`, see screen-faults.ts. As a test it must find no failures; in
 * `npm run faults` the number of attempts is an argument, and failures are counted.
 *
 * @param usual Number of attempts as a test.
 */
export const trial = async (usual: number, run: (count: number) => Promise<Outcome>): Promise<void> => {
  const { FAULTS_COUNT, FAULTS_OUTCOME } = process.env
  const outcome = await run(Number(FAULTS_COUNT ?? usual))
  if (FAULTS_OUTCOME !== undefined) writeFileSync(FAULTS_OUTCOME, JSON.stringify(outcome))
  else expect(outcome.broke, outcome.notes.slice(0, 5).join('\n')).toBe(0)
}
