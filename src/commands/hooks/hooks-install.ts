import { AppError } from '../../base/errors.ts'
import { HOOK_EVENTS, type HookEventName } from '../../contract/hooks.ts'
import { hookSettingsChange } from '../../notify/install/change-hook-settings.ts'
import {
  addHooks,
  hookConfiguration,
  installedEvents,
  removeHooks,
  wantedEvents,
} from '../../notify/install/hook-settings.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { localPath } from '../kit/option-values.ts'
import { printDone, printJson } from '../output/print-rows.ts'

/** The events to hook, and what is run for them. */
const hookOptions = [
  {
    flags: '--event <name>',
    help: 'hook this event; may be repeated (default: those that your rules have a use for)',
    isRepeatable: true,
  },
  { flags: '--command <command>', help: 'what the agent runs (default: qd hooks notify)' },
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage` for a name that no event has. */
const parseHookEvents = (names: readonly string[]): HookEventName[] | undefined => {
  const odd = names.find((name) => !HOOK_EVENTS.some((event) => event === name))
  if (odd !== undefined) throw new AppError('usage', `There is no event ${odd}: choose from ${HOOK_EVENTS.join(', ')}.`)
  return names.length === 0 ? undefined : HOOK_EVENTS.filter((event) => names.includes(event))
}

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

const printOptions = [...hookOptions, { flags: '--bare', help: 'without the member "hooks" around it' }] as const

type PrintOptions = { events: HookEventName[] | undefined; command: string | undefined; isBare: boolean }

const parsePrintSettings = ({ options }: CommandInput<typeof printOptions>): PrintOptions => ({
  events: parseHookEvents(options.event),
  command: options.command,
  isBare: options.bare,
})

const runPrintSettings = async ({ events, command, isBare }: PrintOptions, deps: Deps): Promise<undefined> => {
  const wanted = events ?? wantedEvents((await deps.notifier()).settings())
  const configuration = hookConfiguration(wanted, command)
  // To be pasted by people, wherever it is printed to.
  printJson(isBare ? configuration.hooks : configuration, { ...deps, isOutputTerminal: true })
}

export const hooksPrintSettings = command({
  name: 'hooks print-settings',
  summary: 'The hooks to paste into the settings of the agent',
  description: 'With short timeouts, so that the agent never waits. qd hooks install writes them by itself.',
  options: printOptions,
  formats: ['json'],
  examples: ['hooks print-settings', 'hooks print-settings --event Notification --event Stop'],
  parse: parsePrintSettings,
  run: runPrintSettings,
})
