import { useMemo } from 'react'
import { useOpenDialog, useQueries } from '../../kit/dialogs/use-change.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { archiveOf, type RunEntry } from './run-columns.ts'

/** What can be done with a run. */
export const useWikiActions = (openScreen: ScreenProps['open']) => {
  const openDialog = useOpenDialog()
  const queriesOf = useQueries()
  const { jobs } = useSession()
  const { tell } = useLastRow()
  return useMemo(() => {
    const exportWiki = ({ run, job }: RunEntry) => {
      if (job?.state.is === 'running') openDialog(loadProgressDialog, { id: job.id })
      else openDialog(loadExportDialog, { run: { id: run.id, name: run.name } })
    }
    const read = (archive: string) => openScreen('wiki', { archive })
    return {
      exportWiki,
      /** What opening a run comes to. */
      wordOf(entry: RunEntry): string {
        if (entry.job?.state.is === 'running') return 'progress'
        return archiveOf(entry) === undefined ? 'export' : 'read'
      },
      open(entry: RunEntry) {
        const archive = archiveOf(entry)
        if (archive === undefined) exportWiki(entry)
        else read(archive)
      },
      add: () => openDialog(loadAddDialog, { kind: 'wikiRuns', what: 'wiki run' }),
      actions(entry: RunEntry) {
        const { run, job, name } = entry
        const archive = archiveOf(entry)
        const isRunning = job?.state.is === 'running'
        openDialog(loadActionsDialog, {
          title: `Wiki of ${name}`,
          actions: [
            ...(archive === undefined
              ? []
              : [
                  { key: 'r', label: 'read the archive', detail: archive, run: () => read(archive) },
                  {
                    key: 'x',
                    label: 'extract it into a folder',
                    run: () => openDialog(loadExtractDialog, { archive }),
                  },
                ]),
            { key: 'e', label: isRunning ? 'how far the export is' : 'export it', run: () => exportWiki(entry) },
            ...(isRunning ? [{ key: 'c', label: 'cancel the export', run: () => jobs.cancel(job.id) }] : []),
            {
              key: 'f',
              label: 'forget its id',
              detail: 'on this machine only',
              run: () => {
                queriesOf()?.forgetId('wikiRuns', run.id)
                tell(`Forgot ${run.id}.`)
              },
            },
            {
              key: 'd',
              label: 'delete it on the server',
              run: () => openDialog(loadDeleteDialog, { run: { id: run.id, name: run.name } }),
            },
          ],
        })
      },
    }
  }, [openScreen, openDialog, queriesOf, jobs, tell])
}

const loadProgressDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExportProgressDialog
const loadExportDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExportWikiDialog
const loadExtractDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExtractDialog
const loadDeleteDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).DeleteWikiDialog
const loadAddDialog = async () => (await import('../../kit/dialogs/add-id-dialog.tsx')).AddIdDialog
const loadActionsDialog = async () => (await import('../../kit/dialogs/actions-dialog.tsx')).ActionsDialog
