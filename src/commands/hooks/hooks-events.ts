import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { AppError, usageError } from '../../base/errors.ts'
import { HOOK_EVENTS, type HookEvent, type HookEventName } from '../../contract/hooks.ts'
import { toJson } from '../../domain/output/output.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { SendOutcome } from '../../notify/channels/channel.ts'
import { parseEvent } from '../../notify/event/parse-event.ts'
import { listen } from '../../notify/listen/listen.ts'
import type { ChannelPreview, EventTest } from '../../notify/notifier.ts'
import { command } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { localPath, parseWhole } from '../kit/option-values.ts'
import { printJson } from '../output/print-rows.ts'

const notify = command({
  name: 'hooks notify',
  summary: 'Process an agent event from standard input',
  description:
    "Called by the agent's hooks. Prints nothing, always exits with 0, and sends notifications from a background process. See qd hooks log for the result.",
  formats: ['table'],
  isLocal: true,
  examples: ['hooks notify < event.json'],
  // Usually the launcher handles this command without loading the others. This definition is for help, and for command
  // lines with options before the command's name.
  run: async (_, deps) => {
    try {
      const notifier = await deps.notifier()
      notifier.receive(await deps.readInput())
    } catch (error) {
      deps.err(`The event was not stored: ${JSON.stringify((error as Error).message)}\n`)
    }
    return 0
  },
})

const readEvent = async (path: string, name: HookEventName): Promise<HookEvent> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`Can't read ${path} (${error.code}): check that it exists and that you may read it.`)
  })
  const parsed = parseEvent(text)
  if (parsed.is === 'none') throw usageError(`${path} is not an event: ${parsed.why.replace('standard input', 'it')}.`)
  if (parsed.event.hook_event_name !== name)
    throw usageError(`${path} contains a ${parsed.event.hook_event_name} event, not ${name}.`)
  return parsed.event
}

/** A channel and the result of sending the event there; undefined: it was not sent. */
type ChannelResult = ChannelPreview & { outcome: SendOutcome | undefined }

const membersOf = ({ event, notice, verdict }: EventTest, channels: readonly ChannelResult[]): object => ({
  event,
  verdict: verdict.is,
  why: verdict.why,
  message: { title: notice.title, text: notice.text, level: notice.level },
  channels: channels.map(({ problem = null, outcome, ...channel }) => ({
    ...channel,
    problem,
    outcome: outcome?.is ?? null,
    outcomeWhy: outcome?.why ?? null,
  })),
})

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`)

const textOf = ({ event, notice, verdict }: EventTest, channels: readonly ChannelResult[], isDry: boolean): string => {
  const isSent = channels.some(({ outcome }) => outcome)
  const head = verdict.is === 'accepted' ? (isDry ? 'would be sent' : 'is sent') : 'would not be sent'
  const lines = [
    `${event.hook_event_name} ${head}: ${verdict.why}.`,
    `  ${notice.title}`,
    ...indented(notice.text),
    ...channels.flatMap(({ name, kind, place, problem, preview, outcome }) => {
      const end = problem ? `cannot be used: it ${problem}` : outcome && `${outcome.is}: ${outcome.why}`
      const line = `${name} (${kind}) → ${place}${end ? `   ${end}` : ''}`
      return ['', line, ...(isSent ? [] : indented(preview))]
    }),
  ]
  return `${lines.map((line) => safeText(line, 'text')).join('\n')}\n`
}

const test = command({
  name: 'hooks test',
  summary: 'Send a test notification',
  description:
    'Applies the rules as for a real event, but repeats and rate limits do not count. Sends the notification unless --dry-run is given. Addresses are masked in the output.',
  arguments: [{ name: 'event', help: 'name of the event', choices: HOOK_EVENTS }],
  options: [
    { flags: '--dry-run', help: 'print what would be sent, send nothing' },
    { flags: '--recorded', help: 'use the last real event of this kind' },
    { flags: '--from <file>', help: 'use the event in this file' },
    { flags: '--channel <name>', help: 'send only to this channel' },
  ],
  formats: ['table', 'json'],
  isLocal: true,
  examples: ['hooks test Notification --dry-run', 'hooks test Stop --recorded --channel team'],
  parse: ({ args, options }) => {
    if (options.recorded && options.from !== undefined)
      throw usageError('--recorded and --from cannot be used together.')
    const from = options.from === undefined ? undefined : localPath(options.from, '--from')
    return { ...options, name: args[0] as HookEventName, from }
  },
  run: async (options, deps) => {
    const notifier = await deps.notifier()
    const { name: wanted, from, recorded } = options
    const event =
      from === undefined ? notifier.eventFor(wanted, recorded ? 'recorded' : 'sample') : await readEvent(from, wanted)
    if (!event) throw new AppError('notFound', `No ${wanted} event is recorded: remove --recorded to use a sample.`)
    const eventTest = notifier.testEvent(event)
    const isSending = eventTest.verdict.is === 'accepted' && !options.dryRun
    const channels: ChannelResult[] = []
    for (const one of eventTest.channels)
      if (options.channel === undefined || one.name === options.channel)
        channels.push({ ...one, outcome: isSending ? await notifier.tryChannel(event, one.name) : undefined })
    if (channels.length === 0 && options.channel !== undefined)
      throw usageError(`The event has no channel ${options.channel}: run qd hooks test without --channel to list them.`)
    if (deps.format === 'json') printJson(membersOf(eventTest, channels), deps)
    else deps.out(textOf(eventTest, channels, options.dryRun))
    return channels.some(({ problem, outcome }) => problem !== undefined || (outcome && outcome.is !== 'sent')) ? 1 : 0
  },
})

const SECRET = 'QUARTERDECK_WEBHOOK_SECRET'

const lineOf = (event: Record<string, unknown>, at: number): string => {
  const { title, text } = (event.quarterdeck ?? {}) as { title?: unknown; text?: unknown }
  const name = event.hook_event_name ?? '–'
  return `${[moment(at), name, title ?? '', text ?? ''].map((part) => safeText(part)).join('  ')}\n`
}

export const hooksListen = command({
  name: 'hooks listen',
  summary: 'Print signed webhook events as they arrive',
  description:
    'Receives what a webhook channel of qd sends. Accepts an event only if it was signed with the secret of the channel within the last five minutes, and only once.',
  options: [
    { flags: '--port <n>', help: 'port to listen on; 0 picks a free one' },
    { flags: '--secret-from <variable>', help: `variable that holds the secret (default: ${SECRET})` },
  ],
  formats: ['table', 'ndjson'],
  pipeFormat: 'ndjson',
  isLocal: true,
  examples: ['hooks listen --port 8787', 'hooks listen --port 8787 --format ndjson | jq .message'],
  parse: ({ options: { port, secretFrom } }) => {
    const own = parseWhole(port, '--port', { min: 0, max: 65_535 })
    if (own === undefined) throw usageError('--port is missing: choose a port of this machine, or 0 for a free one.')
    return { port: own, variable: secretFrom ?? SECRET }
  },
  run: async ({ port, variable }, deps) => {
    const { env, now, out, outMasked, err, format, signal, hide } = deps
    const secret = env[variable]
    if (!secret) throw usageError(`${variable} is not set: set it to the signing secret of the webhook.`)
    hide(secret)
    const listener = await listen({
      port,
      secret,
      now,
      onEvent: (event) => (format === 'ndjson' ? outMasked(`${toJson(event)}\n`) : out(lineOf(event, now()))),
      onRejection: (sentence) => noteTo(err, sentence),
    }).catch((error: NodeJS.ErrnoException) => {
      throw new AppError('failed', `Can't listen on port ${port} (${error.code}): choose another one.`, {
        cause: error,
      })
    })
    noteTo(err, `Listening on ${listener.url}: use it as the address of a webhook. Ctrl-C stops.`)
    if (!signal.aborted) await once(signal, 'abort')
    await listener.close()
  },
})

export const eventCommands = [notify, test]
