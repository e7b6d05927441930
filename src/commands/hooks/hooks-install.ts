import { AppError } from '../../base/errors.ts'
import type { HookEventName } from '../../contract/hooks.ts'
import { hookSettingsChange } from '../../notify/install/change-hook-settings.ts'
import { addHooks, installedEvents, removeHooks, wantedEvents } from '../../notify/install/hook-settings.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { confirm, yesOption } from '../kit/confirm.ts'
import { localPath } from '../kit/local-path.ts'
import { noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'
import { hookOptions, parseHookEvents } from './hook-options.ts'

const fileOption = { flags: '--file <file>', help: 'settings of the agent, a JSON file' } as const satisfies OptionRow
const installRows = [fileOption, ...hookOptions, yesOption] as const
const uninstallRows = [fileOption, yesOption] as const

type InstallOptions = {
  /** Path from the root. */
  file: string
  events: HookEventName[] | undefined
  command: string | undefined
  isYes: boolean
}

const parseFile = (file: string | undefined): string => {
  if (file !== undefined) return localPath(file, '--file')
  throw new AppError('usage', '--file is missing: name the settings of the agent that hooks are to be written into.')
}

const parseHooksInstall = ({ options }: CommandInput<typeof installRows>): InstallOptions => ({
  file: parseFile(options.file),
  events: parseHookEvents(options.event),
  command: options.command,
  isYes: options.yes,
})

const runHooksInstall = async (options: InstallOptions, deps: Deps): Promise<undefined> => {
  const { command, isYes } = options
  const events = options.events ?? wantedEvents((await deps.notifier()).settings())
  const change = hookSettingsChange(options.file, addHooks(events, command))
  const file = change.path
  for (const warning of change.warnings) noteTo(deps.err, warning)
  if (change.difference === '')
    return printDone(
      `Nothing to do: ${file} has these hooks already.`,
      { file, isChanged: false, events },
      deps,
    ) as undefined
  noteTo(deps.err, change.difference.trimEnd())
  await confirm(`Write these hooks into ${file}?`, isYes, deps)
  change.write()
  printDone(
    `${file} tells ${events.join(', ')}: qd hooks test Notification rehearses it.`,
    { file, isChanged: true, events },
    deps,
  )
}

const runHooksUninstall = async (options: Pick<InstallOptions, 'file' | 'isYes'>, deps: Deps): Promise<undefined> => {
  const change = hookSettingsChange(options.file, removeHooks)
  const file = change.path
  for (const warning of change.warnings) noteTo(deps.err, warning)
  const events = installedEvents(change.before)
  if (change.difference === '')
    return printDone(
      `Nothing to do: ${file} has no hooks of ours.`,
      { file, isChanged: false, events },
      deps,
    ) as undefined
  noteTo(deps.err, change.difference.trimEnd())
  await confirm(`Take these hooks out of ${file}?`, options.isYes, deps)
  change.write()
  printDone(`${file} tells nothing any more.`, { file, isChanged: true, events }, deps)
}

export const hooksInstall = command({
  name: 'hooks install',
  summary: "Write the hooks into a file of the agent's settings",
  description:
    'Shows the difference and asks. What is there stays; a file with comments is left alone. Newer agents read hooks.json beside settings.json first.',
  options: installRows,
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['hooks install --file ~/.agent/settings.json', 'hooks install --file settings.json --event Stop --yes'],
  parse: parseHooksInstall,
  run: runHooksInstall,
})

export const hooksUninstall = command({
  name: 'hooks uninstall',
  summary: 'Take these hooks out of the file again, and nothing else',
  options: uninstallRows,
  formats: ['table', 'json'],
  pipeFormat: 'table',
  examples: ['hooks uninstall --file ~/.agent/settings.json'],
  parse: ({ options }: CommandInput<typeof uninstallRows>) => ({ file: parseFile(options.file), isYes: options.yes }),
  run: runHooksUninstall,
})
