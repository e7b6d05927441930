import { basename } from 'node:path'
import { AppError } from '../../../src/base/errors.ts'
import { bytes, fullNumber } from '../../../src/domain/text/format.ts'
import { safeFileName } from '../../../src/domain/text/safe-file-name.ts'
import { Form, type Sent } from '../../../src/ui/dialog/form.tsx'
import { useQueries } from '../../kit/dialogs/use-change.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'

/** Asks for a folder and extracts an archive into it. */
export const ExtractDialog = ({ archive }: { archive: string }) => {
  const { outside, jobs } = useSession()
  const queriesOf = useQueries()
  const { tell } = useLastRow()
  const begin = async (typed: string): Promise<Sent> => {
    const queries = queriesOf()
    if (!queries) throw new AppError('failed', 'There is no connection yet: try again in a moment.')
    const { path: folder, there } = await outside.resolve(typed)
    if (there !== 'nothing' && there !== 'emptyFolder')
      throw new AppError('failed', `${typed} is there and not empty: choose a folder that is new or empty.`)
    jobs.start({
      title: `Extract ${basename(archive)}`,
      subject: archive,
      target: folder,
      run: async (signal, onProgress) => {
        const request = { path: archive, folder }
        const { files, sizeBytes } = await queries.work('extractArchive', request, { signal, onProgress })
        const text = `${fullNumber(files)} ${files === 1 ? 'file' : 'files'}  ${bytes(sizeBytes)}`
        tell(`Extracted ${text} into ${folder}.`)
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
        'from the working directory, ~/ is your own; into a new or an empty folder only',
        '~/ is your own folder; into a new or empty folder only',
      ]}
      verb="extracts it"
      doing="looking"
      send={({ folder }) => begin(folder.trim())}
    />
  )
}
