import { join } from 'node:path'
import type { Env } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import { ForeignError } from '../base/own-folder.ts'
import type { NotifierSettings } from '../config/notifier/notifier-schema.ts'
import type { HookEvent, HookEventName } from '../contract/hooks.ts'
import type { FailingChannel } from '../domain/overview/attention/attention-kind.ts'
import type { Destination, SendOutcome, SendTools } from './channels/channel.ts'
import { channelProblem, destinationsOf, placeOf, previewOf, sendThrough } from './channels/channels.ts'
import type { Message } from './event/message.ts'
import { type Notice, noticeOf } from './event/notice.ts'
import { eventOf } from './event/parse-event.ts'
import { sampleEvent } from './event/samples.ts'
import { failingChannels, REHEARSAL } from './failing-channels.ts'
import { type ReceiveDeps, receiveEvent, tellChannels } from './receive/receive-event.ts'
import { isQuiet, judgeEvent, repeatKey, type Verdict } from './rules/judge-event.ts'
import { noMemory } from './rules/memory.ts'
import { appendLog, type LogEntry, readLog } from './spool/log.ts'
import { filesIn, newId, readSpoolFile } from './spool/spool-files.ts'

/** A channel as it is configured, for people. */
export type ChannelView = {
  name: string
  kind: string
  /** Where it sends to, without what is secret in it. */
  place: string
  /** Why it cannot be used, as the end of a sentence; undefined where it can. */
  problem: string | undefined
  /** What became of the last message, from the log. */
  last: LogEntry | undefined
}

/** What would go through a channel. */
export type Rehearsed = Omit<ChannelView, 'last'> & {
  /** What would be sent, without secrets. */
  preview: string
}

export type Rehearsal = {
  event: HookEvent
  notice: Notice
  verdict: Verdict
  /** The channels that it would go to; those that there are where it would go to none. */
  channels: readonly Rehearsed[]
}

/** What is known of the notifier, and what can be asked of it. */
export type Notifier = {
  /** @throws AppError of kind `usage` where config.json is refused. */
  settings(): NotifierSettings
  /** @throws as settings. */
  channels(): ChannelView[]
  /** Decisions, oldest first. */
  log(): LogEntry[]
  /** How many events and messages wait to be sent. */
  waiting(): number
  /** The channels that are configured and through which the last messages could not be sent. @throws as settings. */
  failing(): FailingChannel[]
  /** An event to rehearse with: the last one of that name that was told, else a made-up one. */
  eventFor(name: HookEventName, source: 'sample' | 'recorded'): HookEvent | undefined
  /** What would become of an event, were it the only one. Nothing is sent. @throws as settings. */
  rehearse(event: HookEvent): Rehearsal
  /** Sends an event through one channel, past rules and spool, and logs it. @throws as settings. */
  tryChannel(event: HookEvent, channel: string): Promise<SendOutcome>
  /** Takes an event as `qd hooks notify` does. */
  receive(input: string): void
  /**
   * Tells a message of this program to the channels that are configured: at once, the same one not twice, and again later where a channel
   * cannot be reached. Quiet hours and rates hold for it.
   *
   * @param channels - The only ones that are told. @default all
   * @returns Its id, which the log names it by.
   */
  tell(notice: Notice, channels?: readonly string[]): string
  /** Whether these are the quiet hours, in which messages are held back and not told later. @throws as settings. */
  isQuiet(): boolean
}

export type NotifierDeps = ReceiveDeps & {
  env: Env
  /** Folder of the user, and the one that samples are said to be of. */
  home: string
  cwd: string
  /** Folder of the events that were told last. */
  recordedFolder: string
  readSettings: () => NotifierSettings
  tools: Omit<SendTools, 'onSend'>
}

export const createNotifier = (deps: NotifierDeps): Notifier => {
  const { env, home, cwd, folders, logFile, recordedFolder, readSettings, tools, now } = deps
  const destinations = () => destinationsOf(readSettings(), env)
  const viewOf = (destination: Destination) => ({
    name: destination.name,
    kind: destination.settings.kind,
    place: placeOf(destination, tools.platform),
    problem: channelProblem(destination),
  })
  const messageOf = (event: HookEvent): Message => ({ id: newId(now()), at: now(), ...noticeOf(event), event })
  const readOwnLog = (): LogEntry[] => {
    try {
      return readLog(logFile)
    } catch (error) {
      if (error instanceof ForeignError) throw new AppError('usage', `The log is not read, as ${error.message}.`)
      throw error
    }
  }
  return {
    settings: readSettings,
    channels: () => {
      const log = readOwnLog()
      return destinations().map((destination) => ({
        ...viewOf(destination),
        last: log.findLast(({ channel }) => channel === destination.name),
      }))
    },
    log: readOwnLog,
    failing: () =>
      failingChannels(
        readOwnLog(),
        destinations().map(({ name }) => name),
      ),
    waiting: () => [folders.events, folders.messages, folders.sending].flatMap(filesIn).length,
    eventFor: (name, source) => {
      if (source === 'sample') return sampleEvent(name, cwd)
      const parsed = eventOf(readSpoolFile(join(recordedFolder, `${name}.json`)))
      return parsed.is === 'event' ? parsed.event : undefined
    },
    rehearse: (event) => {
      const all = destinations()
      const message = messageOf(event)
      const verdict = judgeEvent(event, {
        settings: readSettings(),
        channels: all.map(({ name }) => name),
        memory: noMemory(),
        at: now(),
        key: repeatKey(event, message),
        home,
      })
      const told = 'channels' in verdict ? all.filter(({ name }) => verdict.channels.includes(name)) : all
      const channels = told.map((destination) => ({
        ...viewOf(destination),
        preview: previewOf(message, destination, tools.platform),
      }))
      return { event, notice: message, verdict, channels }
    },
    tryChannel: async (event, channel) => {
      const destination = destinations().find(({ name }) => name === channel)
      if (!destination) return { is: 'failed', why: 'there is no such channel', canRetry: false }
      const message = messageOf(event)
      const outcome = await sendThrough(message, destination, { ...tools, onSend: () => {} })
      const why = `${REHEARSAL}${outcome.why}`
      appendLog(logFile, { at: now(), outcome: outcome.is, why, id: message.id, event: event.hook_event_name, channel })
      return outcome
    },
    receive: (input) => receiveEvent({ text: input, cut: undefined }, undefined, deps),
    tell: (notice, channels) => tellChannels(notice, deps, channels),
    isQuiet: () => {
      const { quietHours } = readSettings()
      return quietHours !== undefined && isQuiet(quietHours, now())
    },
  }
}
