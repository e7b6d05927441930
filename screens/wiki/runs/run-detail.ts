import { age } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { pageTitles, runFacts } from '../../../src/domain/wiki/run-name.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { factLines } from '../../kit/detail/fact-lines.ts'
import { archiveOf, lastExportText, type RunEntry } from './run-columns.ts'

type DetailOptions = {
  /** Server time in Unix ms. */
  now: number
  width: number
  /** Why the archive of the latest export cannot be shown. @default no problem */
  problem?: string | undefined
}

/** All known facts about a run, and its page titles if the server returns them. Titles may be wider than `width`. */
export const runDetail = (entry: RunEntry, { now, width, problem }: DetailOptions, theme: Theme): string[] => {
  const { run, job } = entry
  const { item, lastExport } = run
  const exported = lastExportText(entry, theme)
  const file = archiveOf(entry)
  const facts = runFacts(run)
  const lines = factLines(
    [
      ...facts.slice(0, 2),
      ['export', !job && lastExport ? `${exported}  ${age(now - lastExport.at)} ago` : exported || undefined],
      ['file', file === undefined ? undefined : safeText(file)],
      ['', problem === undefined ? undefined : safeText(problem)],
      ...facts.slice(2),
      ['source', `${sources[run.source]}, ${age(now - run.at)} ago`],
      ['problem', run.failure && safeText(run.failure.message)],
    ],
    width,
    theme,
  )
  const titles = pageTitles(item?.pageTree)
  return titles.length === 0 ? lines : [...lines, '', theme.muted('PAGES'), ...titles]
}

const sources = {
  listed: 'listed by the server',
  seen: 'seen in a response',
  added: 'added by you',
  imported: 'imported',
} as const
