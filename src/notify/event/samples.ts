import type { HookEvent, HookEventName } from '../../contract/hooks.ts'

/** A sample event of each name, as an agent would send it, for test messages. */
const samples: Record<HookEventName, Omit<HookEvent, 'hook_event_name'>> = {
  PreToolUse: { tool_name: 'Execute', tool_input: { command: 'npm test' } },
  PostToolUse: { tool_name: 'Execute', tool_input: { command: 'npm test' }, tool_response: { exit_code: 0 } },
  Notification: { message: 'May I run npm test?', notification_type: 'permission_prompt' },
  UserPromptSubmit: { prompt: 'Make the tests pass.' },
  Stop: { stop_hook_active: false },
  SubagentStop: { task_name: 'search', task_result: 'found it' },
  PreCompact: { trigger: 'auto' },
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'error', session_duration_ms: 3_725_000, message_count: 42 },
}

/** @param cwd - The working directory of its session. */
export const sampleEvent = (name: HookEventName, cwd: string): HookEvent =>
  ({ hook_event_name: name, session_id: 'test', cwd, ...samples[name] }) as HookEvent
