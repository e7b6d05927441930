import { readFile } from 'node:fs/promises'
import { AppError } from '../../base/errors.ts'
import { HOOK_EVENTS, type HookEvent, type HookEventName } from '../../contract/hooks.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { SendOutcome } from '../../notify/channels/channel.ts'
import { parseEvent } from '../../notify/event/parse-event.ts'
import type { Notifier, Rehearsal, Rehearsed } from '../../notify/notifier.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { localPath } from '../kit/local-path.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printJson } from '../output/print-rows.ts'

const optionRows = [
  { flags: '--dry-run', help: 'send nothing: say what would go where' },
  { flags: '--recorded', help: 'with the last such event that was told, in place of a made-up one' },
  { flags: '--from <file>', help: 'with the event in a file' },
  { flags: '--channel <name>', help: 'only through this channel' },
] as const satisfies readonly OptionRow[]

type TestOptions = {
  name: HookEventName
  isDry: boolean
  isRecorded: boolean
  /** Path from the root. */
  from: string | undefined
  channel: string | undefined
}

const parseHooksTest = ({ args, options }: CommandInput<typeof optionRows>): TestOptions => {
  if (options.recorded && options.from !== undefined)
    throw new AppError('usage', '--recorded and --from exclude each other: leave one of them out.')
  return {
    name: args[0] as HookEventName,
    isDry: options.dryRun,
    isRecorded: options.recorded,
    from: options.from === undefined ? undefined : localPath(options.from, '--from'),
    channel: options.channel,
  }
}

const runHooksTest = async (options: TestOptions, deps: Deps): Promise<number> => {
  const notifier = await deps.notifier()
  const event = await eventOf(options, notifier)
  const rehearsal = notifier.rehearse(event)
  const channels = rehearsal.channels.filter(({ name }) => options.channel === undefined || name === options.channel)
  if (channels.length === 0 && options.channel !== undefined)
    throw new AppError('usage', `There is no channel ${options.channel} for it: qd hooks test says which there are.`)
  const isTold = rehearsal.verdict.is === 'told'
  const outcomes = new Map<string, SendOutcome>()
  if (isTold && !options.isDry)
    for (const { name } of channels) outcomes.set(name, await notifier.tryChannel(event, name))
  if (deps.format === 'json') printJson(membersOf(rehearsal, channels, outcomes), deps)
  else deps.out(textOf(rehearsal, channels, outcomes, options.isDry))
  if (channels.some(({ complaint }) => complaint !== undefined)) return 1
  return [...outcomes.values()].every(({ is }) => is === 'sent') ? 0 : 1
}

const eventOf = async ({ name, isRecorded, from }: TestOptions, notifier: Notifier): Promise<HookEvent> => {
  if (from !== undefined) return eventIn(from, name)
  const event = notifier.eventFor(name, isRecorded ? 'recorded' : 'sample')
  if (!event) throw new AppError('notFound', `No ${name} was told yet: leave --recorded out for a made-up one.`)
  return event
}

const eventIn = async (path: string, name: HookEventName): Promise<HookEvent> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AppError('usage', `${path} cannot be read (${error.code}): see that it is a file of yours.`)
  })
  const parsed = parseEvent(text)
  if (parsed.is === 'none')
    throw new AppError('usage', `${path} is no event: ${parsed.why.replace('what stood on standard input', 'it')}.`)
  if (parsed.event.hook_event_name !== name)
    throw new AppError('usage', `${path} holds a ${parsed.event.hook_event_name}, and ${name} was asked for.`)
  return parsed.event
}

const membersOf = (
  { event, notice: { title, text, level }, verdict }: Rehearsal,
  channels: readonly Rehearsed[],
  outcomes: ReadonlyMap<string, SendOutcome>,
): object => ({
  event,
  verdict: verdict.is,
  why: verdict.why,
  message: { title, text, level },
  channels: channels.map(({ complaint, ...channel }) => {
    const outcome = outcomes.get(channel.name)
    return { ...channel, problem: complaint ?? null, outcome: outcome?.is ?? null, outcomeWhy: outcome?.why ?? null }
  }),
})

const textOf = (
  { event, notice, verdict }: Rehearsal,
  channels: readonly Rehearsed[],
  outcomes: ReadonlyMap<string, SendOutcome>,
  isDry: boolean,
): string => {
  const isTold = verdict.is === 'told'
  const head = isTold ? (isDry ? 'would be told' : 'is told') : 'would not be told'
  const lines = [
    `${event.hook_event_name} ${head}: ${verdict.why}.`,
    `  ${notice.title}`,
    ...notice.text.split('\n').map((line) => `  ${line}`),
    ...channels.flatMap(({ name, kind, place, complaint, preview }) => {
      const outcome = outcomes.get(name)
      const end = complaint ? `cannot be used: it ${complaint}` : outcome && `${outcome.is}: ${outcome.why}`
      return [
        '',
        `${name} (${kind}) → ${place}${end ? `   ${end}` : ''}`,
        ...(outcomes.size === 0 ? preview.split('\n').map((line) => `  ${line}`) : []),
      ]
    }),
  ]
  return `${lines.map((line) => safeText(line, 'text')).join('\n')}\n`
}

export const hooksTest = command({
  name: 'hooks test',
  summary: 'Rehearse: what would be told of an event, and where',
  description:
    'The rules decide as for a real event, except for repeats and rates. Where it is told it is sent, unless --dry-run; addresses are masked.',
  arguments: [{ name: 'event', help: 'name of the event', choices: HOOK_EVENTS }],
  options: optionRows,
  formats: ['table', 'json'],
  examples: ['hooks test Notification --dry-run', 'hooks test Stop --recorded --channel team'],
  parse: parseHooksTest,
  run: runHooksTest,
})
