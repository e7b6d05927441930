import { usageError } from '../../base/errors.ts'
import { foldersOf } from '../../config/folders.ts'
import { profileNameProblem } from '../../config/profiles/profile-name.ts'
import { HOOK_EVENTS, type HookEventName } from '../../contract/hooks.ts'
import { FORWARDED_EVENTS, forwardFolders, forwardLine } from '../../notify/forward/forward-line.ts'
import { hookSettingsChange } from '../../notify/install/change-hook-settings.ts'
import {
  addHooks,
  type HookChange,
  hookConfiguration,
  installedEvents,
  removeHooks,
  wantedEvents,
} from '../../notify/install/hook-settings.ts'
import { yesOption } from '../kit/change.ts'
import { command, type Deps, textFormats } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { localPath } from '../kit/option-values.ts'
import { changeSettingsFile } from '../output/change-settings-file.ts'
import { printForeignJson } from '../output/print-rows.ts'

/** The events to hook, and the command that the agent runs for them. */
const hookOptions = [
  {
    flags: '--event <name>',
    help: 'event to hook; may be repeated (default: from rules)',
    isRepeatable: true,
  },
  { flags: '--command <command>', help: 'command that the agent runs (default: qd hooks notify)' },
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage` for an unknown event. */
const parseHookEvents = (names: readonly string[]): HookEventName[] | undefined => {
  const unknown = names.find((name) => !HOOK_EVENTS.some((event) => event === name))
  if (unknown !== undefined) throw usageError(`Unknown event ${unknown}: choose from ${HOOK_EVENTS.join(', ')}.`)
  return names.length === 0 ? undefined : HOOK_EVENTS.filter((event) => names.includes(event))
}

/** @throws AppError of kind `usage` for an invalid name, because it becomes part of a line of sh. */
const parseForward = (profile: string | undefined): string | undefined => {
  const problem = profile === undefined ? undefined : profileNameProblem(profile)
  if (problem !== undefined) throw usageError(`--forward ${problem}.`)
  return profile
}

const forwardOption = { flags: '--forward <profile>', help: 'also forward events with this profile' } as const

/** Adds the hooks that forward events with a profile, if there is one. */
const forwardHooks = (profile: string | undefined, { env }: Deps): HookChange =>
  profile === undefined
    ? (text) => text
    : addHooks(FORWARDED_EVENTS, forwardLine(forwardFolders(foldersOf(env).notifierFolder), profile))

const fileOption = { flags: '--file <file>', help: 'settings file of the agent (JSON)' } as const
const parseFile = (file: string | undefined): string => {
  if (file !== undefined) return localPath(file, '--file')
  throw usageError("--file is missing: give the path of the agent's settings file.")
}

const install = command({
  name: 'hooks install',
  summary: "Install the hooks in the agent's settings",
  description:
    'Shows the diff and asks for confirmation. Existing hooks are kept. A file with comments is not changed. Newer agents read hooks.json instead of settings.json if both are in the same folder; qd warns about it. With --forward, a line of sh also stores each event for qd hooks forward; it needs a POSIX shell.',
  options: [fileOption, ...hookOptions, forwardOption, yesOption],
  ...textFormats,
  isLocal: true,
  examples: ['hooks install --file ~/.agent/settings.json', 'hooks install --file settings.json --event Stop --yes'],
  parse: ({ options }) => ({
    ...options,
    file: parseFile(options.file),
    event: parseHookEvents(options.event),
    forward: parseForward(options.forward),
  }),
  run: async ({ file, event, command, forward, yes: isYes }, deps) => {
    const events = event ?? wantedEvents((await deps.notifier()).settings())
    const change = hookSettingsChange(file, (text) => forwardHooks(forward, deps)(addHooks(events, command)(text)))
    const words = {
      nothing: 'already has these hooks',
      question: `Write these hooks into ${change.path}?`,
      done: `Installed hooks for ${events.join(', ')} in ${change.path}. Try them with qd hooks test Notification.`,
      isYes,
      members: { events },
    }
    return changeSettingsFile(change, words, deps)
  },
})

const uninstall = command({
  name: 'hooks uninstall',
  summary: "Remove Quarterdeck's hooks from the agent's settings",
  options: [fileOption, yesOption],
  ...textFormats,
  isLocal: true,
  examples: ['hooks uninstall --file ~/.agent/settings.json'],
  parse: ({ options }) => ({ file: parseFile(options.file), isYes: options.yes }),
  run: async ({ file, isYes }, deps) => {
    const change = hookSettingsChange(file, removeHooks)
    const words = {
      nothing: 'has no Quarterdeck hooks',
      question: `Remove these hooks from ${change.path}?`,
      done: `Removed Quarterdeck's hooks from ${change.path}.`,
    }
    return changeSettingsFile(change, { ...words, isYes, members: { events: installedEvents(change.before) } }, deps)
  },
})

const printSettings = command({
  name: 'hooks print-settings',
  summary: "Print the hooks to paste into the agent's settings",
  description:
    'The hooks have short timeouts, so they do not slow down the agent. qd hooks install adds them to the settings.',
  options: [...hookOptions, forwardOption, { flags: '--bare', help: 'omit the enclosing "hooks" member' }],
  formats: ['json'],
  isLocal: true,
  examples: ['hooks print-settings', 'hooks print-settings --event Notification --event Stop'],
  parse: ({ options }) => ({
    ...options,
    events: parseHookEvents(options.event),
    forward: parseForward(options.forward),
  }),
  run: async ({ events, command, bare, forward }, deps) => {
    const wanted = events ?? wantedEvents((await deps.notifier()).settings())
    const notifying = JSON.stringify(hookConfiguration(wanted, command))
    const configuration = JSON.parse(forwardHooks(forward, deps)(notifying)) as { hooks: object }
    // Indented even in a pipe, because users paste it.
    printForeignJson(bare ? configuration.hooks : configuration, { ...deps, isOutputTerminal: true })
  },
})

export const installCommands = [printSettings, install, uninstall]
