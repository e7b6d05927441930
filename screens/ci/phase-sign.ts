import { type CiJobRow, inWords, type Phase } from '../../src/domain/ci/ci-jobs.ts'
import { UNKNOWN } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Signs } from '../../src/domain/text/signs.ts'
import type { CellRole } from '../../src/ui/layout/data-table.ts'

/** How each phase is drawn; the sign says it where there are no colours. */
export const phaseSigns: Record<Phase, { sign: (signs: Signs) => string; role: CellRole | undefined }> = {
  failed: { sign: ({ bad }) => bad, role: 'bad' },
  running: { sign: ({ running }) => running, role: 'accent' },
  waiting: { sign: ({ idle }) => idle, role: undefined },
  other: { sign: ({ unknown }) => unknown, role: undefined },
  stopped: { sign: ({ none }) => none, role: 'muted' },
  done: { sign: ({ good }) => good, role: 'good' },
}

/** The status of a job as it is read, with its sign. */
export const statusText = ({ phase, job }: CiJobRow, signs: Signs): string =>
  `${phaseSigns[phase].sign(signs)} ${safeText(inWords(job.status ?? UNKNOWN))}`
