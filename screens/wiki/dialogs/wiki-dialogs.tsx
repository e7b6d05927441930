import { basename } from 'node:path'
import { AppError } from '../../../src/base/errors.ts'
import { bytes, counted } from '../../../src/domain/text/format.ts'
import { safeFileName, withoutSecondExtension } from '../../../src/domain/text/safe-file-name.ts'
import { archiveName, archiveText, runName } from '../../../src/domain/wiki/run-name.ts'
import { Form, type Sent } from '../../../src/ui/dialog/form.tsx'
import { ProgressDialog } from '../../../src/ui/dialog/progress-dialog.tsx'
import { useLastDefined } from '../../../src/ui/keys/use-keys.ts'
import { ConfirmChange } from '../../kit/dialogs/confirm-change.tsx'
import { shownId, useQueries, useRequestTexts } from '../../kit/dialogs/use-change.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { type ActionState, actionTitle } from '../../kit/session/actions.ts'
import { useActions, useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'

/** `name` is the URL of the repository. */
export type ExportWikiProps = { run: { id: string; name: string | undefined } }

/** The path of a request for a run, as shown in its dialog. */
export const wikiPath = (id: string, rest = ''): string => `/api/v0/wiki/${shownId(id)}${rest}`

/** Asks for the archive file of a run and starts the export, which continues after the dialog closes. */
export const ExportWikiDialog = ({ run }: ExportWikiProps) => {
  const { outside, jobs } = useSession()
  const requestTexts = useRequestTexts()
  const queriesOf = useQueries()
  const { showNotice } = useLastRow()
  const name = archiveName(run)
  const startExport = async (file: string, mayReplace: boolean): Promise<Sent> => {
    const queries = queriesOf()
    if (!queries) throw new AppError('failed', 'Not connected yet: nothing was sent.')
    const { path, there } = await outside.resolve(file)
    if (there === 'folder' || there === 'emptyFolder')
      throw new AppError('usage', `${file} is a folder: add a file name.`)
    if (jobs.list().some((job) => job.file === path))
      throw new AppError('usage', `Another export is writing ${file}: choose another name.`)
    if (there === 'file' && !mayReplace) return { ask: `${file} exists. Overwrite it?` }
    jobs.start({
      what: 'export wiki',
      target: `${runName(run)} → ${basename(path)}`,
      command: `wiki export ${shellWord(run.id)} -o ${shellWord(path)}${mayReplace ? ' --force' : ''}`,
      subject: run.id,
      file: path,
      run: async (signal, onProgress) => {
        const request = { wikiRunId: run.id, path, mayReplace }
        const { sizeBytes, files } = await queries.exportWiki(request, { signal, onProgress })
        return { text: archiveText(sizeBytes, files), path, place: { screen: 'wiki', target: { archive: path } } }
      },
    })
    showNotice(`Exporting ${runName(run)} in the background.`)
    return undefined
  }
  return (
    <Form
      title={`Export the wiki of ${runName(run)}`}
      fields={[
        { is: 'shown', label: 'run', text: run.id },
        {
          is: 'text',
          name: 'file',
          label: 'file',
          value: name,
          cursor: name.length - '.zip'.length,
          hint: (typed) => (fileOf(typed) === typed.trim() ? '' : `writes ${fileOf(typed)}`),
        },
      ]}
      request={requestTexts('GET', wikiPath(run.id, '/export'), '; ~/ is your home')}
      verb="exports it"
      doing="checking the path"
      send={({ file }, { isConfirmed }) => startExport(fileOf(file), isConfirmed)}
    />
  )
}

/** The file for a typed name. Text typed before `.zip` can itself end with `.zip`; the second one is dropped. */
const fileOf = (typed: string): string => withoutSecondExtension(typed.trim(), 'zip')

/** Shows the progress of a job, with a key to cancel it. */
export const ExportProgressDialog = ({ id }: { id: number }) => {
  const { jobs } = useSession()
  const found = useActions().find((job) => job.id === id)
  // A job that was removed from the list keeps its last state here.
  const job = useLastDefined(found)
  if (!job) return null
  const { state } = job
  const progress = (state.is === 'running' && state.progress) || { doneBytes: 0 }
  return (
    <ProgressDialog
      title={actionTitle(job)}
      text={job.file === undefined ? '' : `to ${job.file}`}
      progress={progress}
      ended={state.is === 'running' ? undefined : endOf(state)}
      cancel={() => jobs.cancel(id)}
    />
  )
}

const endOf = (state: Exclude<ActionState, { is: 'running' }>) => {
  if (state.is === 'done') return { isGood: true, text: state.text ?? '' }
  if (state.is === 'cancelled') return { isGood: false, text: 'Cancelled; no file was left.' }
  return { isGood: false, text: state.error.message }
}

/** Deletes a run on the server, after its id is typed for confirmation. */
export const DeleteWikiDialog = ({ run }: ExportWikiProps) => (
  <ConfirmChange
    title={`Delete the wiki of ${runName(run)}`}
    about={[
      { label: 'repository', text: run.name ?? '?' },
      { label: '', text: 'Exported archives are kept.' },
    ]}
    typed={run.id}
    verb="deletes it"
    doing="deleting it"
    change="deleteWiki"
    request={{ params: { wikiRunId: run.id } }}
    action={{ what: 'delete wiki', target: `${runName(run)} ${run.id}`, command: `wiki delete ${shellWord(run.id)}` }}
    shown={['DELETE', wikiPath(run.id)]}
    done={`Deleted ${run.id}.`}
    howToCheck="Press R to refresh the runs: a deleted run disappears if the server can list or read runs."
  />
)

/** Asks for a folder and extracts an archive into it. */
export const ExtractDialog = ({ archive }: { archive: string }) => {
  const { outside, jobs } = useSession()
  const queriesOf = useQueries()
  const startExtraction = async (typed: string): Promise<Sent> => {
    const queries = queriesOf()
    if (!queries) throw new AppError('failed', 'Not connected yet: try again in a moment.')
    const { path: folder, there } = await outside.resolve(typed)
    if (there !== 'nothing' && there !== 'emptyFolder')
      throw new AppError('failed', `${typed} is not empty: choose a new or empty folder.`)
    jobs.start({
      what: 'extract wiki',
      target: `${basename(archive)} → ${folder}`,
      command: `wiki extract ${shellWord(archive)} ${shellWord(folder)}`,
      subject: archive,
      file: folder,
      run: async (signal, onProgress) => {
        const request = { path: archive, folder }
        const { files, sizeBytes } = await queries.extractArchive(request, { signal, onProgress })
        const text = `${counted(files, 'file')}  ${bytes(sizeBytes)}`
        return { text, path: folder }
      },
    })
    return undefined
  }
  return (
    <Form
      title={`Extract ${basename(archive)}`}
      fields={[
        { is: 'shown', label: 'archive', text: archive },
        { is: 'text', name: 'folder', label: 'folder', value: safeFileName(basename(archive).replace(/\.zip$/i, '')) },
      ]}
      request={[
        'in the working directory, ~/ is your home; a new or empty folder',
        '~/ is your home; a new or empty folder',
      ]}
      verb="extracts it"
      doing="checking the path"
      send={({ folder }) => startExtraction(folder.trim())}
    />
  )
}
