import { dirname } from 'node:path'
import { useEffect, useState } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { bytes } from '../../../src/domain/text/format.ts'
import { withoutSecondExtension } from '../../../src/domain/text/safe-file-name.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { ChoiceDialog } from '../../../src/ui/dialog/choice-dialog.tsx'
import { Form, type Sent } from '../../../src/ui/dialog/form.tsx'
import { lettersOf } from '../../kit/dialogs/letters-of.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { type ExportFormat, type Exports, exportAction, fileNameOf } from '../../kit/export/exports.ts'
import { type ActionStart, failureOf } from '../../kit/session/actions.ts'
import { useSession } from '../../kit/session/session.ts'

export type ExportDialogProps = {
  exports: Exports
  /** The id of the preselected format. @default none, unless there is only one format */
  first?: string | undefined
}

/** Asks for the format and the file name. */
export const ExportDialog = ({ exports, first }: ExportDialogProps) => {
  const { outside, set, actions } = useSession()
  const { formats } = exports
  // A single format needs no choice.
  const [format, choose] = useState(() => formats.find(({ id }) => formats.length === 1 || id === first))
  const [folder, setFolder] = useState<string>()
  useEffect(() => {
    // Errors are ignored, because the folder is only displayed: saving reports its own errors.
    outside.resolve('.').then(
      ({ path }) => setFolder(path),
      () => {},
    )
  }, [outside])
  if (!format) {
    const letters = lettersOf(formats.map(({ title }) => title))
    const options = formats.map((one, index) => ({
      value: one.id,
      key: letters[index] ?? '',
      label: one.title,
      detail: fileNameOf(exports, one),
    }))
    return (
      <ChoiceDialog
        title="Export"
        options={options}
        onChoose={(id) => choose(formats.find((one) => one.id === id))}
        leaveKeys={['^s']}
      />
    )
  }
  const name = fileNameOf(exports, format)
  const write = async (typed: string, isForced: boolean): Promise<Sent> => {
    const file = withoutSecondExtension(typed.trim(), format.extension)
    const action = actions.start(fileAction(exports, format, file))
    try {
      const text = format.text()
      const written = await outside.save(file, text, { isForced })
      const there = await outside.resolve(file).catch(() => undefined)
      const where = there ? `, in ${safeText(dirname(there.path))}` : ''
      const size = bytes(Buffer.byteLength(text))
      action.end({ is: 'done', text: size, path: there?.path, isText: true })
      set({ notice: `Wrote ${written}, ${size}${where}.` })
      return undefined
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'refused') {
        action.end(failureOf(error))
        throw error
      }
      // Nothing was written: the next attempt is the action.
      actions.forget(action.id)
      return { ask: `${file} exists. Overwrite it?` }
    }
  }
  return (
    <Form
      title={`Export as ${format.title}`}
      fields={[
        // The cursor starts before the extension.
        { is: 'text', name: 'file', label: 'file', value: name, cursor: name.length - format.extension.length - 1 },
      ]}
      request={[
        `${folder === undefined ? 'in the working directory' : `in ${safeText(folder)}`}, ~/ is your home; asks before overwriting`,
        '~/ is your home; asks before overwriting',
      ]}
      verb="writes it"
      doing="writing"
      minRows={formats.length}
      send={({ file }, { isConfirmed }) => write(file, isConfirmed)}
      {...(formats.length > 1 && { leave: () => choose(undefined) })}
    />
  )
}

/** An export to a file in the action log. Its command writes the same file, if a command can print the format. */
const fileAction = (exports: Exports, format: ExportFormat, file: string): ActionStart => ({
  ...exportAction('export', exports, format, file),
  command: (shown) =>
    shown === undefined || format.option === undefined ? undefined : `${shown} ${format.option} > ${shellWord(file)}`,
})
