import type { HookEvent, HookEventName } from '../../../src/contract/hooks.ts'
import type { FailingChannel } from '../../../src/domain/overview/attention/attention-kind.ts'
import type { SendOutcome } from '../../../src/notify/channels/channel.ts'
import type { HookSettingsChange } from '../../../src/notify/install/change-hook-settings.ts'
import type { ChannelView, Rehearsal } from '../../../src/notify/notifier.ts'
import type { LogEntry } from '../../../src/notify/spool/log.ts'

/** What the explorer shows of the notifier at one moment. */
export type NotifierState = {
  channels: readonly ChannelView[]
  /** The rules as config.json has them, in their order. */
  rules: readonly object[]
  /** Decisions, oldest first. */
  log: readonly LogEntry[]
  /** How many events and messages wait to be sent. */
  waiting: number
  /** What would become of an event, were it the only one. */
  rehearsal: Rehearsal
  /** Changes whenever anything of this may have. */
  version: string
}

/** The notifier as the explorer reads and tries it. Every promise rejects with an AppError. */
export type NotifierAccess = {
  /** Undefined where nothing has changed since `version`. */
  load(event: HookEventName, version: string | undefined): Promise<NotifierState | undefined>
  /** The channels through which the last messages could not be sent. */
  failing(): Promise<readonly FailingChannel[]>
  /** Sends an event through one channel, past the rules, and logs it. */
  send(event: HookEvent, channel: string): Promise<SendOutcome>
  /** The hooks to paste into the settings of the agent. */
  settingsText(): Promise<string>
  /** What installing the hooks would change in a file, and how to do it. @param path - From the root. */
  install(path: string): Promise<HookSettingsChange>
}
