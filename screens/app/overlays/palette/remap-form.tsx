import { nearestWord } from '../../../../src/domain/text/fuzzy.ts'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import { Form } from '../../../../src/ui/dialog/form.tsx'
import { useSession } from '../../../kit/session/session.ts'
import type { Keyboard } from '../../../kit/session/settings.ts'

/** Gives an action another key. It works at once, and is saved. */
export const RemapForm = ({ keyboard, leave }: { keyboard: Keyboard; leave: () => void }) => {
  const { settings } = useSession()
  const { showNotice } = useDialogPlace()
  const { actions, problemOf } = keyboard
  const names = actions.map(({ action }) => action)
  const actionOf = (text: string) => actions.find(({ action }) => action === text.trim())
  return (
    <Form
      title="Remap a key"
      fields={[
        {
          is: 'text',
          name: 'action',
          label: 'action',
          check: (text) => {
            if (actionOf(text)) return undefined
            const found = nearestWord(text.trim(), names) ?? names.find((name) => text && name.includes(text.trim()))
            return found === undefined ? 'is no action; qd keys lists them' : `is no action; did you mean ${found}?`
          },
          hint: (text) => {
            const found = actionOf(text)
            return found ? `${found.does}, now ${found.keys}` : ''
          },
        },
        {
          is: 'text',
          name: 'keys',
          label: 'key',
          check: (text, { action = '' }) => problemOf(action.trim(), text.trim()),
          hint: () => 'a character, ^x, M-x, F5, or several: g u',
        },
      ]}
      request={['saved under "keys" in config.json, works at once', 'saved in config.json']}
      verb="saves it"
      doing="saving"
      leave={leave}
      send={async ({ action, keys }) => {
        showNotice(await settings.change('keys', { ...settings.get().keys, [action.trim()]: keys.trim() }))
        return undefined
      }}
    />
  )
}
