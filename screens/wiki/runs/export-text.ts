import { basename } from 'node:path'
import { percentOf, progressWords } from '../../../src/domain/text/progress-words.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import type { CellRole } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { Job } from '../../kit/jobs.ts'

/** How an export is, on one line. */
export const exportText = ({ state, target }: Job, { signs }: Theme): SafeText | string => {
  switch (state.is) {
    case 'running': {
      if (!state.progress) return `${signs.ring} asking`
      const done = percentOf(state.progress)
      return [signs.ring, ...(done ? [done] : []), progressWords(state.progress)].join('  ')
    }
    case 'done':
      return `${signs.good} ${safeText(basename(state.path ?? target ?? ''))}  ${safeText(state.text)}`
    case 'cancelled':
      return 'cancelled'
    case 'failed':
    case 'unknown':
      return `${signs.bad} ${safeText(state.error.message)}`
  }
}

export const exportRole = (job: Job): CellRole | undefined => {
  if (job.state.is === 'done') return 'good'
  if (job.state.is === 'running') return 'accent'
  return job.state.is === 'cancelled' ? 'muted' : 'bad'
}
