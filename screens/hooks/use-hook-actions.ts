import { AppError } from '../../src/base/errors.ts'
import type { HookEvent } from '../../src/contract/hooks.ts'
import type { RowAction, RowMenu } from '../kit/dialogs/actions-dialog.tsx'
import { useOpenDialog } from '../kit/dialogs/use-change.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { useOffer } from '../kit/offers/view-offers.ts'
import type { NotifierState } from '../kit/session/notifier.ts'
import { useSession } from '../kit/session/session.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import type { HookEntry } from './hook-entries.ts'

type ActionOptions = {
  state: NotifierState | undefined
  getSelected: () => HookEntry | undefined
  /** Loads the state of the notifier again. */
  reload: () => Promise<void>
}

/** The actions on this screen. None sends a request to the organisation, so they also work in a read-only session. */
export const useHookActions = ({ state, getSelected, reload }: ActionOptions) => {
  const openDialog = useOpenDialog()
  const { jobs, notifier } = useSession()
  const { showNotice, copy, showErrorOf } = useLastRow()

  const send = (event: HookEvent, channels: readonly string[]): void => {
    for (const channel of channels)
      jobs.start({
        what: 'test hook',
        target: `${event.hook_event_name} through ${channel}`,
        command: `hooks test ${event.hook_event_name} --channel ${shellWord(channel)}`,
        subject: channel,
        run: async () => {
          const { is, why } = await notifier.send(event, channel)
          await reload()
          if (is === 'failed') throw new AppError('failed', `${channel}: ${why}.`)
          if (is === 'unknown') throw new AppError('outcomeUnknown', `${channel}: ${why}.`)
          return { text: why }
        },
      })
    showNotice(`Sending ${event.hook_event_name} through ${channels.join(', ')}. Press & to list actions.`)
  }
  const menuOf = (): RowMenu => {
    const event = state?.eventTest.event
    const all = state?.eventTest.channels.map(({ name }) => name) ?? []
    const channel = getSelected()?.data.channel?.name
    const ofEvent = (event: HookEvent): (RowAction | false)[] => [
      channel !== undefined && {
        key: 's',
        label: `send ${event.hook_event_name} through ${channel}`,
        run: () => send(event, [channel]),
      },
      (all.length > 1 || all[0] !== channel) && {
        key: 'r',
        label: `send ${event.hook_event_name} through ${all.join(', ')}`,
        run: () => send(event, all),
      },
      {
        key: 't',
        label: 'copy the test as a command',
        detail: testCommand(event),
        run: () => copy(`qd ${testCommand(event)}`, 'the command.'),
      },
    ]
    const install = () => openDialog(loadInstallDialog, { onDone: reload })
    const copyHooks = () => showErrorOf(notifier.settingsText().then((text) => copy(text, COPIED_HOOKS, 'text')))
    const actions: RowAction[] = [
      ...(event ? ofEvent(event).filter((one) => one !== false) : []),
      { key: 'i', label: 'install the hooks', detail: "into the agent's settings", run: install },
      { key: 'c', label: 'copy the hooks', detail: 'to paste yourself', run: copyHooks },
    ]
    return { title: 'Hooks', actions }
  }
  useOffer({ rowActions: menuOf })
  return () => openDialog(loadActionsDialog, menuOf())
}

const COPIED_HOOKS = "the hooks. Paste them into your agent's settings."

const testCommand = ({ hook_event_name }: HookEvent): string => `hooks test ${hook_event_name} --dry-run`

const loadActionsDialog = async () => (await import('../kit/dialogs/actions-dialog.tsx')).ActionsDialog
const loadInstallDialog = async () => (await import('./install-hooks-dialog.tsx')).InstallHooksDialog
