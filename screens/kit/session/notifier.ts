import type { HookEvent, HookEventName } from '../../../src/contract/hooks.ts'
import type { FailingChannel } from '../../../src/domain/overview/attention/attention-kind.ts'
import type { SendOutcome } from '../../../src/notify/channels/channel.ts'
import type { HookSettingsChange } from '../../../src/notify/install/change-hook-settings.ts'
import type { ChannelView, EventTest } from '../../../src/notify/notifier.ts'
import type { LogEntry } from '../../../src/notify/spool/log.ts'

/** The state of the notifier at one moment, as the explorer shows it. */
export type NotifierState = {
  channels: readonly ChannelView[]
  /** The rules in config.json, in their order. */
  rules: readonly object[]
  /** Decisions, oldest first. */
  log: readonly LogEntry[]
  /** Number of events and messages that wait to be sent. */
  waiting: number
  /** What would happen to an event if it were the only one. */
  eventTest: EventTest
  /** Changes whenever anything else here may have changed. */
  version: string
}

/** How the explorer reads and tests the notifier. Every promise rejects with an AppError. */
export type NotifierAccess = {
  /** Undefined if nothing has changed since `version`. */
  load(event: HookEventName, version: string | undefined): Promise<NotifierState | undefined>
  /** The channels whose latest messages could not be sent. */
  failing(): Promise<readonly FailingChannel[]>
  /** Sends an event through one channel, without applying the rules, and logs it. */
  send(event: HookEvent, channel: string): Promise<SendOutcome>
  /** The hooks, to paste into the settings of the agent. */
  settingsText(): Promise<string>
  /** What installing the hooks would change in a file, and a function that writes it. @param path - Absolute. */
  install(path: string): Promise<HookSettingsChange>
}
