import { fuzzyScore } from '../../../../src/domain/text/fuzzy.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { newestRuns, runName } from '../../../../src/domain/wiki/run-name.ts'
import type { Provider } from './place.ts'

const TYPED = /^export(?: +(.*))?$/i

/** What `export checkout` finds from anywhere: each run that is called so, whose export asks only for its file. */
export const wikiExportPlaces: Provider = {
  kind: 'wiki runs',
  find: (typed, { read, openDialog }) => {
    const wanted = TYPED.exec(typed)
    // Wikis are asked for by their own screen, and by who names them.
    if (!wanted) return []
    const name = (wanted[1] ?? '').toLowerCase()
    return newestRuns(read('wikiRuns', {})?.rows ?? [])
      .filter((run) => name === '' || fuzzyScore(`${runName(run)} ${run.id}`, name) !== undefined)
      .map((run) => ({
        id: `export:${run.id}`,
        text: `export ${runName(run)}, run ${safeText(run.id)}`,
        label: 'wiki',
        fit: 'whole',
        run: () => openDialog(loadExportDialog, { run: { id: run.id, name: run.name } }),
      }))
  },
}

const loadExportDialog = async () => (await import('../../../wiki/dialogs/wiki-dialogs.tsx')).ExportWikiDialog
