import type { HookEvent, HookEventName } from '../../contract/hooks.ts'
import type { Digest } from '../../domain/digest/digest.ts'
import { eventMember, folderName } from './parse-event.ts'

/** Levels of messages in rising order: information, an agent that waits for the user, and a problem. */
export const LEVELS = ['info', 'attention', 'problem'] as const
export type Level = (typeof LEVELS)[number]

/** The notification for an event. Untrusted text. */
export type Notice = { title: string; text: string; level: Level; body?: NoticeBody | undefined }

/** The structured form of a notification, for channels that can show more than a text. */
type NoticeBody = {
  digest: Digest
  /** A page for mails, which escapes its texts. @default one made of the digest */
  html?: string | undefined
  /** Raw values for programs: a JSON object. */
  data?: object | undefined
}

/** The notification for an event, before any template. */
export const noticeOf = (event: HookEvent): Notice => {
  const { title, text, level } = notices[event.hook_event_name](event)
  const folder = folderName(event.cwd)
  return { title: folder === undefined ? title : `${title} · ${folder}`, text, level }
}

const memberText = (event: HookEvent, path: string): string => eventMember(event, path) ?? ''

const tool = (event: HookEvent, what: string): Notice => {
  const name = memberText(event, 'tool_name') || 'A tool'
  return {
    title: `${name} ${what}`,
    text: memberText(event, 'tool_input.command') || memberText(event, 'tool_input'),
    level: 'info',
  }
}

const ABNORMAL = new Set(['error', 'other'])

const notices: Record<HookEventName, (event: HookEvent) => Notice> = {
  PreToolUse: (event) => tool(event, 'is about to run'),
  PostToolUse: (event) => tool(event, 'has run'),
  Notification: (event) => {
    const text = memberText(event, 'message').trim()
    return memberText(event, 'notification_type') === 'auth_success'
      ? { title: 'Agent signed in', text: text || 'The agent has signed in.', level: 'info' }
      : { title: 'Agent needs input', text: text || 'The agent is waiting for your answer.', level: 'attention' }
  },
  UserPromptSubmit: (event) => ({ title: 'Prompt sent', text: memberText(event, 'prompt'), level: 'info' }),
  Stop: () => ({
    title: 'Task finished',
    text: 'The agent has finished and is waiting for the next task.',
    level: 'info',
  }),
  SubagentStop: (event) => {
    const error = memberText(event, 'task_error')
    const name = memberText(event, 'task_name')
    return {
      title: error ? 'Subagent failed' : 'Subagent finished',
      text: [name, error].filter(Boolean).join(': ') || 'A subagent has finished.',
      level: error ? 'problem' : 'info',
    }
  },
  PreCompact: () => ({
    title: 'Compacting context',
    text: 'The agent is about to shorten its context.',
    level: 'info',
  }),
  SessionStart: (event) => ({ title: 'Session started', text: memberText(event, 'source'), level: 'info' }),
  SessionEnd: (event) => {
    const reason = memberText(event, 'reason')
    return ABNORMAL.has(reason)
      ? { title: 'Session ended abnormally', text: `The session ended for the reason "${reason}".`, level: 'problem' }
      : { title: 'Session ended', text: reason ? `The session ended: ${reason}.` : 'The session ended.', level: 'info' }
  },
}
