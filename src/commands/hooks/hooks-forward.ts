import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { foldersOf } from '../../config/folders.ts'
import { loadMachineSalt } from '../../config/machine-salt.ts'
import { readConfig } from '../../config/profiles/config-file.ts'
import { counted } from '../../domain/text/format.ts'
import { forwardEvents, limitInputs } from '../../notify/forward/forward-events.ts'
import { forwardFolders, NOT_FORWARDED } from '../../notify/forward/forward-line.ts'
import { appendLog } from '../../notify/spool/log.ts'
import { command, type Deps, textFormats } from '../kit/command.ts'
import { printDone } from '../output/print-rows.ts'

const forward = async (isBackground: boolean, deps: Deps): Promise<number | undefined> => {
  const { notifierFolder, saltFile, configFile } = foldersOf(deps.env)
  const folders = forwardFolders(notifierFolder)
  // Before the profile is read, because it may be missing.
  limitInputs({ folders, now: deps.now })
  const { profile } = await deps.credentials()
  const client = await deps.client()
  const email = profile === undefined ? undefined : readConfig(configFile).profiles?.[profile]?.forward?.email
  const machine = createHmac('sha256', loadMachineSalt(saltFile).salt).update(hostname()).digest('hex').slice(0, 32)
  return forwardEvents({
    folders,
    sender: { email, machine },
    send: (events) => client.call('sendHookEvents', { body: { events: [...events] } }),
    now: deps.now,
    sleep: (ms) => sleep(ms),
    isBackground,
  })
}

export const hooksForward = command({
  name: 'hooks forward',
  summary: 'Send hook events to a server, without prompts',
  description:
    'Sends the events that hooks of qd hooks install --forward stored. An event has the session, the tool, the MCP server, the extension of the edited file, the permission mode, the user and a hash of the host name; prompts and tool input are deleted before anything is sent. The profile needs an address and a key of the role ingest, see qd serve keys. The user is "forward": {"email": …} in the profile, else the name of the key. Events that cannot be sent stay for 7 days, at most 10,000; qd hooks log lists those that were dropped.',
  options: [{ flags: '--background', help: 'print nothing, wait for more events' }],
  ...textFormats,
  examples: ['hooks forward --profile team-live'],
  parse: ({ options }) => options,
  run: async ({ background: isBackground }, deps) => {
    if (!isBackground) {
      const sent = await forward(false, deps)
      const text = sent === undefined ? 'Another process is sending.' : `Sent ${counted(sent, 'event')}.`
      printDone(text, { sent: sent ?? null }, deps)
      return 0
    }
    try {
      await forward(true, deps)
    } catch (error) {
      const folders = forwardFolders(foldersOf(deps.env).notifierFolder)
      const why = deps.redact((error as Error).message).replace(/\.$/, '')
      appendLog({ folders, now: deps.now }, { outcome: 'retrying', why: `${NOT_FORWARDED}${why}` })
    }
    return 0
  },
})
