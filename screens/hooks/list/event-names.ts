import type { HookEventName } from '../../../src/contract/hooks.ts'

/**
 * Events in the order in which they are rehearsed, what is told without a rule first. The contract itself is not loaded for the
 * first frame.
 */
const order: Record<HookEventName, number> = {
  Notification: 0,
  Stop: 1,
  SessionEnd: 2,
  SubagentStop: 3,
  SessionStart: 4,
  UserPromptSubmit: 5,
  PreToolUse: 6,
  PostToolUse: 7,
  PreCompact: 8,
}

export const EVENT_NAMES = (Object.keys(order) as HookEventName[]).sort((a, b) => order[a] - order[b])
