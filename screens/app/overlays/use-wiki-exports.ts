import { useEffect, useMemo, useState } from 'react'
import type { WikiRunRow } from '../../../src/cache/load/management/load-wiki-runs.ts'
import { shownOf } from '../../../src/cache/load/query-state.ts'
import { fuzzyScore } from '../../../src/domain/text/fuzzy.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { newestRuns, runName } from '../../../src/domain/wiki/run-name.ts'
import type { Reachable } from '../../../src/ui/keys/bindings.ts'
import type { OpenDialog } from '../../kit/open-dialog.ts'
import { useSessionState } from '../../kit/session.ts'

const TYPED = /^export(?: +(.*))?$/

/** What `export checkout` finds from anywhere: each run that is called so, whose export asks only for its file. */
export const useWikiExports = (typed: string, openDialog: OpenDialog): Reachable[] => {
  const wanted = TYPED.exec(typed.trim().toLowerCase())
  const isAsked = wanted !== null
  const name = wanted?.[1] ?? ''
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const [runs, setRuns] = useState<readonly WikiRunRow[]>(none)
  useEffect(() => {
    if (isAsked) return queries?.watch('wikiRuns', {}, (state) => setRuns(shownOf(state)?.data.rows ?? none))
  }, [isAsked, queries])
  return useMemo(() => {
    if (!isAsked) return []
    return newestRuns(runs)
      .filter((run) => name === '' || fuzzyScore(`${runName(run)} ${run.id}`, name) !== undefined)
      .map((run) => ({
        binding: {
          keys: [],
          action: `export ${run.id}`,
          help: `export ${runName(run)}, run ${safeText(run.id)}`,
          group: 'Act',
        },
        run: () => openDialog(loadExportDialog, { run: { id: run.id, name: run.name } }),
      }))
  }, [isAsked, name, runs, openDialog])
}

const none = [] as const

const loadExportDialog = async () => (await import('../../wiki/dialogs/export-wiki-dialog.tsx')).ExportWikiDialog
