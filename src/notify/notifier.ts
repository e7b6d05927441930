import { join } from 'node:path'
import { AppError } from '../base/errors.ts'
import { UntrustedPathError } from '../base/own-folder.ts'
import type { HookEvent, HookEventName } from '../contract/hooks.ts'
import type { Destination, SendOutcome } from './channels/channel.ts'
import { channelProblem, destinationsOf, placeOf, previewOf, sendThrough } from './channels/channels.ts'
import type { Message } from './event/message.ts'
import { type Notice, noticeOf } from './event/notice.ts'
import { eventOf } from './event/parse-event.ts'
import { sampleEvent } from './event/samples.ts'
import { failingChannels } from './failing-channels.ts'
import { notifyChannels, receiveEvent } from './receive/receive-event.ts'
import { evaluateEvent, isQuiet, repeatKey } from './rules/evaluate-event.ts'
import { emptyMemory } from './rules/memory.ts'
import type { NotifierDeps } from './send/sender.ts'
import { appendLog, type LogEntry, TEST_PREFIX } from './spool/log.ts'
import { readLog } from './spool/read-log.ts'
import { fileOf, filesIn, newId, readSpoolFile } from './spool/spool-files.ts'

/** @param deps - `cwd` is the working directory in sample events. */
export const createNotifier = (deps: NotifierDeps & { cwd: string }) => {
  const { env, home, cwd, folders, readSettings, tools, now } = deps
  const destinations = () => destinationsOf(readSettings(), env)
  const viewOf = (destination: Destination) => ({
    name: destination.name,
    kind: destination.settings.kind as string,
    /** Where it sends to, without secrets. */
    place: placeOf(destination, tools.platform),
    /** Why it cannot be used, as the end of a sentence; undefined if it can. */
    problem: channelProblem(destination),
  })
  const messageOf = (event: HookEvent): Message => ({ id: newId(now()), at: now(), ...noticeOf(event), event })
  const readOwnLog = () => readLogOf(folders.logFile)
  return {
    /** @throws AppError of kind `usage` if config.json is invalid. */
    settings: readSettings,
    /** The configured channels, for display. @throws the errors of `settings`. */
    channels: () => {
      const log = readOwnLog()
      return destinations().map((destination) => ({
        ...viewOf(destination),
        /** The outcome of the last message, from the log. */
        last: log.findLast(({ channel }) => channel === destination.name),
      }))
    },
    /** Log entries, oldest first. */
    log: readOwnLog,
    /** The configured channels whose last messages could not be sent. @throws the errors of `settings`. */
    failing: () =>
      failingChannels(
        readOwnLog(),
        destinations().map(({ name }) => name),
      ),
    /** The number of events and messages waiting to be sent. */
    waiting: () => [folders.events, folders.messages, folders.sending].flatMap(filesIn).length,
    /** An event for a test message: the last event of that name that led to a notification, or a sample. */
    eventFor: (name: HookEventName, source: 'sample' | 'recorded'): HookEvent | undefined => {
      if (source === 'sample') return sampleEvent(name, cwd)
      const parsed = eventOf(readSpoolFile(join(folders.recordedFolder, `${name}.json`)))
      return parsed.is === 'event' ? parsed.event : undefined
    },
    /**
     * Evaluates an event as if it were the only one. Returns the channels that would be notified, or all channels
     * if there are none, with previews that contain no secrets. Sends nothing. @throws the errors of `settings`.
     */
    testEvent: (event: HookEvent) => {
      const all = destinations()
      const notice = messageOf(event)
      const [settings, key] = [readSettings(), repeatKey(event, notice)]
      const names = all.map(({ name }) => name)
      const verdict = evaluateEvent(event, { settings, channels: names, memory: emptyMemory(), at: now(), key, home })
      const chosen = 'channels' in verdict ? all.filter(({ name }) => verdict.channels.includes(name)) : all
      const channels = chosen.map((destination) => ({
        ...viewOf(destination),
        preview: previewOf(notice, destination, tools.platform),
      }))
      return { event, notice: notice as Notice, verdict, channels }
    },
    /** Sends an event to one channel, bypassing rules and spool, and logs it. @throws the errors of `settings`. */
    tryChannel: async (event: HookEvent, channel: string): Promise<SendOutcome> => {
      const destination = destinations().find(({ name }) => name === channel)
      if (!destination) return { is: 'failed', why: 'no such channel', canRetry: false }
      const message = messageOf(event)
      const outcome = await sendThrough(message, destination, { ...tools, onSend: () => {} })
      const why = `${TEST_PREFIX}${outcome.why}`
      appendLog(deps, { outcome: outcome.is, why, id: message.id, event: event.hook_event_name, channel })
      return outcome
    },
    /** Receives an event as `qd hooks notify` does. */
    receive: (input: string): void => receiveEvent({ text: input, cut: undefined }, undefined, deps),
    /** See {@link notifyChannels}. */
    notify: (notice: Notice, channels?: readonly string[], id?: string): string =>
      notifyChannels(notice, deps, channels, id),
    /** A new id for `notify`. */
    newId: (): string => newId(now()),
    /** Whether a message with this id was received, even if it is not sent yet. */
    hasReceived: (id: string): boolean =>
      filesIn(folders.events).includes(fileOf(id)) || readOwnLog().some((entry) => entry.id === id),
    /** Whether the current time is in quiet hours, in which messages are dropped. @throws the errors of `settings`. */
    isQuiet: (): boolean => {
      const { quietHours } = readSettings()
      return quietHours !== undefined && isQuiet(quietHours, now())
    },
  }
}

/** @throws AppError of kind `usage` if other users may have written the log. */
const readLogOf = (file: string): LogEntry[] => {
  try {
    return readLog(file)
  } catch (error) {
    if (error instanceof UntrustedPathError) throw new AppError('usage', `The log is not trusted: ${error.message}.`)
    throw error
  }
}

/** The state and the operations of the notifier. */
export type Notifier = ReturnType<typeof createNotifier>
export type ChannelView = ReturnType<Notifier['channels']>[number]
export type EventTest = ReturnType<Notifier['testEvent']>
export type ChannelPreview = EventTest['channels'][number]
