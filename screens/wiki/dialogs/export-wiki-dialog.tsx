import { AppError } from '../../../src/base/errors.ts'
import { withoutSecondExtension } from '../../../src/domain/text/safe-file-name.ts'
import { archiveName, runName } from '../../../src/domain/wiki/run-name.ts'
import { Form, type Sent } from '../../../src/ui/dialog/form.tsx'
import { shownId, useRequestTexts } from '../../kit/dialogs/request-text.ts'
import { useQueries } from '../../kit/dialogs/use-change.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { archiveText } from '../shared/archive-text.ts'

/** `name` is the address of the repository. */
export type ExportWikiProps = { run: { id: string; name: string | undefined } }

/** What a request for a run asks for, as its dialog shows it. */
export const wikiPath = (id: string, rest = ''): string => `/api/v0/wiki/${shownId(id)}${rest}`

/** Asks where the archive of a run goes, and begins its export, which goes on when the dialog is gone. */
export const ExportWikiDialog = ({ run }: ExportWikiProps) => {
  const { outside, jobs } = useSession()
  const requestTexts = useRequestTexts()
  const queriesOf = useQueries()
  const { tell } = useLastRow()
  const name = archiveName(run)
  const begin = async (file: string, mayReplace: boolean): Promise<Sent> => {
    const queries = queriesOf()
    if (!queries) throw new AppError('failed', 'There is no connection yet: nothing was asked for.')
    const { path, there } = await outside.resolve(file)
    if (there === 'folder' || there === 'emptyFolder')
      throw new AppError('usage', `${file} is a folder: add the name of a file.`)
    if (jobs.list().some(({ state, target }) => state.is === 'running' && target === path))
      throw new AppError('usage', `Another export is writing ${file}: choose another name.`)
    if (there === 'file' && !mayReplace) return { ask: `${file} exists. Replace it?` }
    jobs.start({
      title: `Export ${runName(run)}`,
      subject: run.id,
      target: path,
      run: async (signal, onProgress) => {
        const request = { wikiRunId: run.id, path, mayReplace }
        const { sizeBytes, files } = await queries.work('exportWiki', request, { signal, onProgress })
        return { text: archiveText(sizeBytes, files), path, place: { screen: 'wiki', target: { archive: path } } }
      },
    })
    tell(`The export of ${runName(run)} has begun and goes on wherever you look.`)
    return undefined
  }
  return (
    <Form
      title={`Export the wiki of ${runName(run)}`}
      fields={[
        { is: 'shown', label: 'run', text: run.id },
        { is: 'text', name: 'file', label: 'file', value: name, cursor: name.length - '.zip'.length },
      ]}
      request={requestTexts('GET', wikiPath(run.id, '/export'), '; ~/ is your own folder')}
      verb="exports it"
      doing="looking"
      send={({ file }, { isConfirmed }) => begin(withoutSecondExtension(file.trim(), 'zip'), isConfirmed)}
    />
  )
}
