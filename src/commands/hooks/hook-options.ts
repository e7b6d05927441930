import { AppError } from '../../base/errors.ts'
import { HOOK_EVENTS, type HookEventName } from '../../contract/hooks.ts'
import type { OptionRow } from '../kit/option-row.ts'

/** The events to hook, and what is run for them. */
export const hookOptions = [
  {
    flags: '--event <name>',
    help: 'hook this event; may be repeated (default: those that your rules have a use for)',
    isRepeatable: true,
  },
  { flags: '--command <command>', help: 'what the agent runs (default: qd hooks notify)' },
] as const satisfies readonly OptionRow[]

/** @throws AppError of kind `usage` for a name that no event has. */
export const parseHookEvents = (names: readonly string[]): HookEventName[] | undefined => {
  const odd = names.find((name) => !HOOK_EVENTS.some((event) => event === name))
  if (odd !== undefined) throw new AppError('usage', `There is no event ${odd}: choose from ${HOOK_EVENTS.join(', ')}.`)
  return names.length === 0 ? undefined : HOOK_EVENTS.filter((event) => names.includes(event))
}
