import type { RowAction, RowMenu } from '../../kit/dialogs/actions-dialog.tsx'
import { useOpenDialog, useRemoveId } from '../../kit/dialogs/use-change.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useSession } from '../../kit/session/session.ts'
import { archiveOf, type RunEntry } from './run-columns.ts'

export const useWikiActions = (openScreen: ScreenProps['open']) => {
  const openDialog = useOpenDialog()
  const removeId = useRemoveId()
  const { jobs } = useSession()
  const exportWiki = ({ run: { id, name }, job }: RunEntry) => {
    if (job?.state.is === 'running') openDialog(loadProgressDialog, { id: job.id })
    else openDialog(loadExportDialog, { run: { id, name } })
  }
  const read = (archive: string) => openScreen('wiki', { archive })
  const archiveActions = (archive: string): RowAction[] => [
    { key: 'r', label: 'read the archive', detail: archive, run: () => read(archive) },
    { key: 'x', label: 'extract it into a folder', run: () => openDialog(loadExtractDialog, { archive }) },
  ]
  const menuOf = (entry: RunEntry): RowMenu => {
    const { id, name } = entry.run
    const archive = archiveOf(entry)
    const running = entry.job?.state.is === 'running' ? entry.job : undefined
    const remove = () => openDialog(loadDeleteDialog, { run: { id, name } })
    return {
      title: `Wiki of ${entry.name}`,
      actions: [
        ...(archive === undefined ? [] : archiveActions(archive)),
        { key: 'e', label: running ? 'show the progress' : 'export it', run: () => exportWiki(entry) },
        ...(running ? [{ key: 'c', label: 'cancel the export', run: () => jobs.cancel(running.id) }] : []),
        { key: 'f', label: 'remove its id', detail: 'on this machine only', run: () => removeId('wikiRuns', id) },
        { key: 'd', label: 'delete it on the server', run: remove },
      ],
    }
  }
  return {
    exportWiki,
    /** The word for what opening a run does. */
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
    menuOf,
    actions: (entry: RunEntry) => openDialog(loadActionsDialog, menuOf(entry)),
  }
}

const loadProgressDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExportProgressDialog
const loadExportDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExportWikiDialog
const loadExtractDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).ExtractDialog
const loadDeleteDialog = async () => (await import('../dialogs/wiki-dialogs.tsx')).DeleteWikiDialog
const loadAddDialog = async () => (await import('../../kit/dialogs/add-id-dialog.tsx')).AddIdDialog
const loadActionsDialog = async () => (await import('../../kit/dialogs/actions-dialog.tsx')).ActionsDialog
