import * as z from 'zod'
import { HookEventName } from './hook-event-name.ts'

export { HOOK_EVENTS, HookEventName } from './hook-event-name.ts'

/** A command that the agent runs. `timeout` is in seconds. */
const HookCommand = z.looseObject({
  type: z.literal('command'),
  command: z.string(),
  timeout: z.number().optional(),
})

/** Commands with a shared condition: `matcher` on the event's subject, `commandRegex` on a shell command. */
export const HookGroup = z.looseObject({
  hooks: z.array(HookCommand),
  matcher: z.string().optional(),
  commandRegex: z.string().optional(),
})
export type HookGroup = z.infer<typeof HookGroup>

/** Hook settings: groups by event name. */
export const HookGroups = z.partialRecord(HookEventName, z.array(HookGroup))

const common = {
  session_id: z.string().optional(),
  transcript_path: z.string().optional(),
  /** Working directory of the session. */
  cwd: z.string().optional(),
  permission_mode: z.string().optional(),
}

const event = <Name extends HookEventName, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.looseObject({ hook_event_name: z.literal(name), ...common, ...shape })

const tool = { tool_name: z.string().optional(), tool_input: z.unknown().optional() }

/** The JSON object that a hook command reads from standard input. Only the event's name is guaranteed. */
export const HookEvent = z.discriminatedUnion('hook_event_name', [
  event('PreToolUse', tool),
  event('PostToolUse', { ...tool, tool_response: z.unknown().optional() }),
  event('Notification', {
    /** Text of the alert. If it is absent, the notifier uses its own text. */
    message: z.string().optional(),
    /** Known values: permission_prompt, idle_prompt, auth_success, elicitation_dialog. */
    notification_type: z.string().optional(),
  }),
  event('UserPromptSubmit', { prompt: z.string().optional() }),
  event('Stop', { stop_hook_active: z.boolean().optional() }),
  event('SubagentStop', {
    task_name: z.string().optional(),
    task_result: z.unknown().optional(),
    task_error: z.unknown().optional(),
  }),
  event('PreCompact', { trigger: z.string().optional() }),
  event('SessionStart', { source: z.string().optional() }),
  event('SessionEnd', {
    /** `error` and `other` are abnormal ends. Other known values: clear, logout, prompt_input_exit. */
    reason: z.string().optional(),
    session_duration_ms: z.number().optional(),
    message_count: z.number().optional(),
  }),
])
export type HookEvent = z.infer<typeof HookEvent>
