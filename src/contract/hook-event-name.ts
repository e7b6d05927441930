import * as z from 'zod'

/** Events at which the agent runs hook commands. */
export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'Notification',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
] as const
export const HookEventName = z.enum(HOOK_EVENTS)
export type HookEventName = z.infer<typeof HookEventName>
