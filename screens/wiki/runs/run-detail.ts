import { memoizePerObject } from '../../../src/base/memoize.ts'
import { wrapText } from '../../../src/domain/text/fit.ts'
import { age } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { pageTitles, runFacts } from '../../../src/domain/wiki/run-name.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { archiveOf, lastExportText, type RunEntry } from './run-columns.ts'

type DetailOptions = {
  /** By the server's clock, Unix ms. */
  now: number
  width: number
  /** Why the archive of its last export is not shown. @default nothing is wrong with it */
  problem?: string | undefined
}

/** What is known of a run, and its pages where the server tells them, whose titles may be wider. */
export const runDetail = (entry: RunEntry, { now, width, problem }: DetailOptions, theme: Theme): string[] => {
  const { run, job } = entry
  const { item, lastExport } = run
  const exported = lastExportText(entry, theme)
  const file = archiveOf(entry)
  const all = runFacts(run)
  const [names, others] = [all.slice(0, 2), all.slice(2)]
  const facts: [string, string | undefined][] = [
    ...names,
    ['export', !job && lastExport ? `${exported}  ${age(now - lastExport.at)} ago` : exported || undefined],
    ['file', file === undefined ? undefined : safeText(file)],
    ['', problem === undefined ? undefined : safeText(problem)],
    ...others,
    ['known', `${sources[run.source]}, ${age(now - run.at)} ago`],
    ['problem', run.failure ? safeText(run.failure.message) : undefined],
  ]
  const told = facts.flatMap(([label, text]) =>
    text === undefined
      ? []
      : wrapText(text, Math.max(10, width - LABEL)).map(
          (line, y) => `${theme.muted((y === 0 ? label : '').padEnd(LABEL))}${line}`,
        ),
  )
  const titles = item ? titlesOf(item) : []
  return titles.length === 0 ? told : [...told, '', theme.muted('PAGES'), ...titles]
}

/** Up to 500, for each move through the runs. */
const titlesOf = memoizePerObject(({ pageTree }: { pageTree?: unknown }) => pageTitles(pageTree))

const LABEL = 12

const sources = {
  listed: 'listed by the server',
  seen: 'seen in an answer',
  added: 'added by you',
  imported: 'given with the data',
} as const
