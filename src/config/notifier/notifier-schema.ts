import * as z from 'zod'
import { once } from '../../base/memoize.ts'
import { HookEventName } from '../../contract/hook-event-name.ts'

/** An integer of at least `least`, with a better message than zod's. */
const Count = (least: number) =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= least, `must be an integer of at least ${least}`)
    .meta({ type: 'integer', minimum: least })

const timed = (pattern: RegExp, message: string) =>
  z
    .string()
    .refine((text) => pattern.test(text), message)
    .meta({ pattern: pattern.source })

const TimeOfDay = timed(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 22:30')

/** Only these variables can be named, so that a configuration cannot read others. */
const Variable = timed(/^QUARTERDECK_[A-Z0-9_]+$/, 'must be a variable name that begins with QUARTERDECK_')

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** An optional member with a description. */
export const optional = <Schema extends z.ZodType>(schema: Schema, what: string) => schema.describe(what).optional()

/** An optional list with at least one item. */
const some = <Schema extends z.ZodType>(schema: Schema, what: string) => optional(z.array(schema).min(1), what)

const channelSchema = () => {
  const text = z.string()
  const Template = z.looseObject({
    title: optional(text, 'Title of messages, with members of the event in braces: "{folder}: {event}".'),
    text: optional(text, 'Text of messages, as the title.'),
  })
  const common = { template: optional(Template, 'Words of its messages. Default: those of the event.') }
  const address = {
    url: optional(text, 'Where it sends to. It is a secret: urlFrom keeps it out of this file.'),
    urlFrom: optional(Variable, 'Variable of the environment that holds the address.'),
  }
  const forms = z.enum(['9', '99', '777'])
  const services = z.enum(['slack', 'discord', 'teams'])
  return z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('desktop'), ...common }),
    z.looseObject({
      kind: z.literal('sound'),
      file: optional(text, 'A sound to play. Default: the bell of the terminal.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('terminal'),
      form: optional(forms, 'Number of the escape sequence. Default: what the terminal is known to take.'),
      device: optional(text, 'The terminal, like /dev/pts/3. Default: the one that the agent runs in.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('chat'),
      service: optional(services, "Default: by the address's host, else slack."),
      ...address,
      ...common,
    }),
    z.looseObject({
      kind: z.literal('ntfy'),
      ...address,
      tokenFrom: optional(Variable, 'Variable that holds an access token.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('mail'),
      ...address,
      to: some(text, 'Who gets it.'),
      from: optional(text, 'Who it is from. Default: the first one of to.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('webhook'),
      ...address,
      secretFrom: optional(Variable, 'Variable that holds the secret that requests are signed with.'),
      headersFrom: optional(z.record(text, Variable), 'Further headers, each with the variable that holds its value.'),
      ...common,
    }),
  ])
}

const quietHoursSchema = () =>
  z
    .looseObject({
      from: TimeOfDay.describe('Start of quiet hours.'),
      to: TimeOfDay.describe('End of quiet hours. If earlier than from, on the next day.'),
      timeZone: optional(
        z.string().refine(isTimeZone, 'must be a time zone like Europe/Berlin'),
        "Default: the machine's.",
      ),
    })
    // It could mean a whole day or no time at all.
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from from' })

const ruleSchema = (QuietHours: ReturnType<typeof quietHoursSchema>) => {
  const text = z.string()
  return z.looseObject({
    events: some(HookEventName, 'Events that it is for. Default: all.'),
    folder: optional(text, 'Folder of the session, and all below it; * is any text, ~ your own folder. Default: any.'),
    reasons: some(text, 'Why a session ended. Default: any.'),
    where: optional(
      z.record(text, text),
      'Members of the event and what they have to be, where * is any text: {"tool_input.command": "rm *"}.',
    ),
    tell: optional(z.boolean(), 'Whether to notify. Default: true.'),
    channels: some(text, 'Names of channels. Default: all there are.'),
    leastTurnSeconds: optional(Count(0), 'Minimum length of a turn to notify, in seconds. Default: 0.'),
    quietHours: optional(QuietHours, 'Quiet hours of this rule.'),
    perMinute: optional(Count(1), 'Maximum messages per minute for this rule. Default: the global limit.'),
  })
}

/** The schema of hooks, their channels and rules. Created on first use, because few runs need it and it is large. */
export const notifierSchema = once(() => {
  const QuietHours = quietHoursSchema()
  const ChannelName = timed(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be a channel name of lower-case letters, digits and "-"')
  return z.looseObject({
    channels: optional(z.record(ChannelName, channelSchema()), 'Channels by name.'),
    rules: optional(z.array(ruleSchema(QuietHours)), 'The first matching rule wins. Other events follow the defaults.'),
    quietHours: optional(QuietHours, 'Quiet hours for all events.'),
    perMinute: optional(Count(1), 'Maximum messages per minute; further ones go into a summary. Default: 20.'),
  })
})

export type NotifierSettings = z.infer<ReturnType<typeof notifierSchema>>
export type ChannelSettings = NonNullable<NotifierSettings['channels']>[string]
export type ChannelKind = ChannelSettings['kind']
export type QuietHours = NonNullable<NotifierSettings['quietHours']>
export type RuleSettings = NonNullable<NotifierSettings['rules']>[number]
