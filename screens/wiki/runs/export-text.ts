import { basename } from 'node:path'
import { percentOf, progressWords } from '../../../src/domain/text/progress-words.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import type { CellRole } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { Job } from '../../kit/session/jobs.ts'
import { archiveText } from '../shared/archive-text.ts'
import type { RunEntry } from './run-entries.ts'

/** The same in a column, as many of its parts as are seen whole: they stand from the weightiest to the least. */
export const lastExportCell = (entry: RunEntry, theme: Theme, width: number): string => {
  const text = lastExportText(entry, theme)
  // A sentence of an error has one part, and is cut like every text.
  const fitting = text.split(GAP).filter((_, at, parts) => textWidth(parts.slice(0, at + 1).join(GAP)) <= width)
  return fitting.length > 0 ? fitting.join(GAP) : text
}

/** Stands between the parts of an export. */
const GAP = '  '

/** How the last export of a run is or was, on one line; empty where there was none. */
export const lastExportText = ({ run: { lastExport }, job }: RunEntry, theme: Theme): SafeText | string => {
  if (job) return exportText(job, theme)
  if (!lastExport) return ''
  const { path, sizeBytes, files } = lastExport
  return `${theme.signs.good} ${safeText(basename(path))}  ${archiveText(sizeBytes, files)}`
}

const exportText = ({ state, target }: Job, { signs }: Theme): SafeText | string => {
  switch (state.is) {
    case 'running': {
      if (!state.progress) return `${signs.running} asking`
      const done = percentOf(state.progress)
      return [signs.running, ...(done ? [done] : []), progressWords(state.progress)].join('  ')
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

export const exportRole = ({ run, job }: RunEntry): CellRole | undefined => {
  if (!job) return run.lastExport && 'good'
  if (job.state.is === 'done') return 'good'
  if (job.state.is === 'running') return 'accent'
  return job.state.is === 'cancelled' ? 'muted' : 'bad'
}
