import { join } from 'node:path'
import { AppError } from '../base/errors.ts'
import { ForeignError } from '../base/own-folder.ts'
import type { HookEvent, HookEventName } from '../contract/hooks.ts'
import type { Destination, SendOutcome } from './channels/channel.ts'
import { channelProblem, destinationsOf, placeOf, previewOf, sendThrough } from './channels/channels.ts'
import type { Message } from './event/message.ts'
import { type Notice, noticeOf } from './event/notice.ts'
import { eventOf } from './event/parse-event.ts'
import { sampleEvent } from './event/samples.ts'
import { failingChannels, REHEARSAL } from './failing-channels.ts'
import { receiveEvent, tellChannels } from './receive/receive-event.ts'
import { isQuiet, judgeEvent, repeatKey } from './rules/judge-event.ts'
import { noMemory } from './rules/memory.ts'
import type { NotifierDeps } from './send/sender.ts'
import { appendLog, type LogEntry, readLog } from './spool/log.ts'
import { filesIn, newId, readSpoolFile } from './spool/spool-files.ts'

/** @param deps - `cwd` is the folder that samples are said to be of. */
export const createNotifier = (deps: NotifierDeps & { cwd: string }) => {
  const { env, home, cwd, folders, readSettings, tools, now } = deps
  const destinations = () => destinationsOf(readSettings(), env)
  const viewOf = (destination: Destination) => ({
    name: destination.name,
    kind: destination.settings.kind as string,
    /** Where it sends to, without what is secret in it. */
    place: placeOf(destination, tools.platform),
    /** Why it cannot be used, as the end of a sentence; undefined where it can. */
    problem: channelProblem(destination),
  })
  const messageOf = (event: HookEvent): Message => ({ id: newId(now()), at: now(), ...noticeOf(event), event })
  const readOwnLog = () => readLogOf(folders.logFile)
  return {
    /** @throws AppError of kind `usage` where config.json is refused. */
    settings: readSettings,
    /** The channels as they are configured, for people. @throws as settings. */
    channels: () => {
      const log = readOwnLog()
      return destinations().map((destination) => ({
        ...viewOf(destination),
        /** What became of the last message, from the log. */
        last: log.findLast(({ channel }) => channel === destination.name),
      }))
    },
    /** Decisions, oldest first. */
    log: readOwnLog,
    /** The channels that are configured and through which the last messages could not be sent. @throws as settings. */
    failing: () =>
      failingChannels(
        readOwnLog(),
        destinations().map(({ name }) => name),
      ),
    /** How many events and messages wait to be sent. */
    waiting: () => [folders.events, folders.messages, folders.sending].flatMap(filesIn).length,
    /** An event to rehearse with: the last one of that name that was told, else a made-up one. */
    eventFor: (name: HookEventName, source: 'sample' | 'recorded'): HookEvent | undefined => {
      if (source === 'sample') return sampleEvent(name, cwd)
      const parsed = eventOf(readSpoolFile(join(folders.recordedFolder, `${name}.json`)))
      return parsed.is === 'event' ? parsed.event : undefined
    },
    /**
     * What would become of an event, were it the only one: the channels that it would go to, with what would be sent without secrets;
     * all channels where it would go to none. Nothing is sent. @throws as settings.
     */
    rehearse: (event: HookEvent) => {
      const all = destinations()
      const notice = messageOf(event)
      const [settings, key] = [readSettings(), repeatKey(event, notice)]
      const names = all.map(({ name }) => name)
      const verdict = judgeEvent(event, { settings, channels: names, memory: noMemory(), at: now(), key, home })
      const told = 'channels' in verdict ? all.filter(({ name }) => verdict.channels.includes(name)) : all
      const channels = told.map((destination) => ({
        ...viewOf(destination),
        preview: previewOf(notice, destination, tools.platform),
      }))
      return { event, notice: notice as Notice, verdict, channels }
    },
    /** Sends an event through one channel, past rules and spool, and logs it. @throws as settings. */
    tryChannel: async (event: HookEvent, channel: string): Promise<SendOutcome> => {
      const destination = destinations().find(({ name }) => name === channel)
      if (!destination) return { is: 'failed', why: 'there is no such channel', canRetry: false }
      const message = messageOf(event)
      const outcome = await sendThrough(message, destination, { ...tools, onSend: () => {} })
      const why = `${REHEARSAL}${outcome.why}`
      appendLog(deps, { outcome: outcome.is, why, id: message.id, event: event.hook_event_name, channel })
      return outcome
    },
    /** Takes an event as `qd hooks notify` does. */
    receive: (input: string): void => receiveEvent({ text: input, cut: undefined }, undefined, deps),
    /** See {@link tellChannels}. */
    tell: (notice: Notice, channels?: readonly string[]): string => tellChannels(notice, deps, channels),
    /** Whether these are the quiet hours, in which messages are held back and not told later. @throws as settings. */
    isQuiet: (): boolean => {
      const { quietHours } = readSettings()
      return quietHours !== undefined && isQuiet(quietHours, now())
    },
  }
}

/** @throws AppError of kind `usage` where others may have written it. */
const readLogOf = (file: string): LogEntry[] => {
  try {
    return readLog(file)
  } catch (error) {
    if (error instanceof ForeignError) throw new AppError('usage', `The log is not read, as ${error.message}.`)
    throw error
  }
}

/** What is known of the notifier, and what can be asked of it. */
export type Notifier = ReturnType<typeof createNotifier>
export type ChannelView = ReturnType<Notifier['channels']>[number]
export type Rehearsal = ReturnType<Notifier['rehearse']>
export type Rehearsed = Rehearsal['channels'][number]
