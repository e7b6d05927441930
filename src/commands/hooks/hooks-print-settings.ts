import type { HookEventName } from '../../contract/hooks.ts'
import { hookConfiguration, wantedEvents } from '../../notify/install/hook-settings.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'
import { hookOptions, parseHookEvents } from './hook-options.ts'

const optionRows = [...hookOptions, { flags: '--bare', help: 'without the member "hooks" around it' }] as const

type PrintOptions = { events: HookEventName[] | undefined; command: string | undefined; isBare: boolean }

const parsePrintSettings = ({ options }: CommandInput<typeof optionRows>): PrintOptions => ({
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
  options: optionRows,
  formats: ['json'],
  examples: ['hooks print-settings', 'hooks print-settings --event Notification --event Stop'],
  parse: parsePrintSettings,
  run: runPrintSettings,
})
