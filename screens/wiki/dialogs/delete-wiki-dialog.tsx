import { runName } from '../../../src/domain/wiki/run-name.ts'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useChange } from '../../kit/dialogs/use-change.ts'
import { type ExportWikiProps, wikiPath } from './export-wiki-dialog.tsx'

/** Deletes a run on the server, once its id has been typed. */
export const DeleteWikiDialog = ({ run }: ExportWikiProps) => {
  const requestTexts = useRequestTexts()
  const change = useChange()
  const { id } = run
  return (
    <ConfirmDialog
      title={`Delete the wiki of ${runName(run)}`}
      about={[
        { label: 'repository', text: run.name ?? '?' },
        { label: '', text: 'What was exported of it stays on this machine.' },
      ]}
      typed={id}
      verb="deletes it"
      doing="deleting"
      request={requestTexts('DELETE', wikiPath(id))}
      confirm={async (signal) => {
        const { next } = await change(
          'deleteWiki',
          { params: { wikiRunId: id } },
          {
            title: `Delete the wiki of ${runName(run)}`,
            done: () => `Deleted ${id}.`,
            look: 'R asks for the runs again: where the server lists or reads them, a run that is gone is not there.',
            signal,
          },
        )
        return next
      }}
    />
  )
}
