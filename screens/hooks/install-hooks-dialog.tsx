import { AppError } from '../../src/base/errors.ts'
import { counted } from '../../src/domain/text/format.ts'
import { Form } from '../../src/ui/dialog/form.tsx'
import { shellWord } from '../kit/export/command-options.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'

/** Max lines of the diff to show; the rest is counted. */
const MAX_DIFF_LINES = 8

/** Asks for the agent's settings file, shows the diff, and writes it. */
export const InstallHooksDialog = ({ onDone }: { onDone: () => void }) => {
  const { outside, notifier, actions } = useSession()
  const { showNotice } = useLastRow()
  return (
    <Form
      title="Install hooks"
      fields={[
        {
          is: 'text',
          name: 'file',
          label: 'file',
          check: (text) => (text.trim() === '' ? 'enter the path of the settings file' : undefined),
        },
        { is: 'shown', label: 'unchanged', text: 'everything else; qd hooks uninstall removes only these hooks' },
      ]}
      request="agent settings file (JSON); ~/ is your home folder"
      verb="shows the diff"
      doing="reading"
      send={async ({ file }, { isConfirmed }) => {
        const { path, there } = await outside.resolve(file.trim())
        if (there === 'folder' || there === 'emptyFolder')
          throw new AppError('usage', `${file} is a folder. Enter the path of the settings file.`)
        const change = await notifier.install(path)
        const warnings = change.warnings.map((text) => ({ variant: 'warning' as const, text }))
        if (change.difference === '')
          return { messages: [...warnings, { variant: 'info', text: 'The file already has these hooks.' }] }
        if (!isConfirmed)
          return {
            ask: `Write these hooks into ${change.path}?`,
            messages: [...warnings, ...diffMessages(change.difference)],
          }
        const command = `hooks install --file ${shellWord(change.path)}`
        await actions.track({ what: 'install hooks', target: change.path, command }, async () => change.write())
        onDone()
        showNotice(`${change.path} has the hooks. To send a test, press a, then s.`)
        return undefined
      }}
    />
  )
}

const diffMessages = (difference: string) => {
  const lines = difference.split('\n').filter((line) => /^[+-](?![+-])/.test(line))
  const more = lines.length - MAX_DIFF_LINES
  return [...lines.slice(0, MAX_DIFF_LINES), ...(more > 0 ? [`… ${counted(more, 'more line')}`] : [])].map((text) => ({
    variant: 'info' as const,
    text,
  }))
}
