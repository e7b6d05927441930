import * as z from 'zod'
import { isObject } from '../../base/json.ts'
import { once } from '../../base/memoize.ts'
import { isTimeZone } from '../../base/time.ts'
import { HookEventName } from '../../contract/hook-event-name.ts'

/** An integer of at least `min`. */
export const Count = (min: number) =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= min, `must be an integer of at least ${min}`)
    .meta({ type: 'integer', minimum: min })

const patternText = (pattern: RegExp, message: string) =>
  z
    .string()
    .refine((text) => pattern.test(text), message)
    .meta({ pattern: pattern.source })

const TimeOfDay = patternText(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day like 22:30')

/** Only these variables can be named, so that a configuration cannot read others. */
const Variable = patternText(/^QUARTERDECK_[A-Z0-9_]+$/, 'must be a variable name that begins with QUARTERDECK_')

/** An optional member with a description. */
export const optional = <Schema extends z.ZodType>(schema: Schema, what: string) => schema.describe(what).optional()

/** An optional list with at least one item. */
const some = <Schema extends z.ZodType>(schema: Schema, what: string) => optional(z.array(schema).min(1), what)

const channelSchema = () => {
  const text = z.string()
  const Template = z.looseObject({
    title: optional(text, 'Title, with placeholders for members of the event: "{folder}: {event}".'),
    text: optional(text, 'Text, with the same placeholders.'),
  })
  const common = { template: optional(Template, "Template for its messages. Default: the event's title and text.") }
  const address = {
    url: optional(text, 'Address to send to. It is a secret: prefer urlFrom, which keeps it out of this file.'),
    urlFrom: optional(Variable, 'Environment variable with the address.'),
  }
  const forms = z.enum(['9', '99', '777'])
  const services = z.enum(['slack', 'discord', 'teams'])
  return z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('desktop'), ...common }),
    z.looseObject({
      kind: z.literal('sound'),
      file: optional(text, 'Absolute path of a sound file. Default: the terminal bell.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('terminal'),
      form: optional(forms, 'Number of the escape sequence. Default: detected from the environment.'),
      device: optional(text, 'The terminal, like /dev/pts/3. Default: the one that the agent runs in.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('chat'),
      service: optional(services, "Chat service. Default: detected from the address's host, otherwise slack."),
      ...address,
      ...common,
    }),
    z.looseObject({
      kind: z.literal('ntfy'),
      ...address,
      tokenFrom: optional(Variable, 'Environment variable with an access token.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('mail'),
      ...address,
      to: some(text, 'Recipients.'),
      from: optional(text, 'Sender. Default: the first recipient.'),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('webhook'),
      ...address,
      secretFrom: optional(Variable, 'Environment variable with the signing secret.'),
      headersFrom: optional(
        z.record(text, Variable),
        'Additional headers: for each name, the environment variable with its value.',
      ),
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
        "Time zone. Default: the machine's.",
      ),
    })
    // If both were the same, it would be unclear whether that means the whole day or no time.
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'must differ from "from"' })

/** Names of rule members in earlier versions, with their current names. */
const renamedMembers: Readonly<Record<string, string>> = { tell: 'notify', leastTurnSeconds: 'minTurnSeconds' }

/** Renames the old members of a rule. If both names are present, the current one counts. */
const withCurrentNames = <Rule>(rule: Rule): Rule => {
  if (!isObject(rule)) return rule
  const members = Object.entries(rule).flatMap(([old, value]) => {
    const name = renamedMembers[old] ?? old
    return name !== old && Object.hasOwn(rule, name) ? [] : [[name, value] as const]
  })
  return Object.fromEntries(members) as Rule
}

/** The settings with the current names of all members, after validation. */
export const currentSettings = (settings: NotifierSettings): NotifierSettings => ({
  ...settings,
  ...(settings.rules && { rules: settings.rules.map(withCurrentNames) }),
})

const ruleSchema = (QuietHours: ReturnType<typeof quietHoursSchema>) => {
  const text = z.string()
  const Rule = z.looseObject({
    events: some(HookEventName, 'Events that match. Default: all.'),
    folder: optional(
      text,
      'Folder of the session, including subfolders; * matches any text, ~ is your home folder. Default: any.',
    ),
    reasons: some(text, 'Reasons why a session ended. Default: any.'),
    where: optional(
      z.record(text, text),
      'Required values of event members; * matches any text: {"tool_input.command": "rm *"}.',
    ),
    notify: optional(z.boolean(), 'Whether to notify. Default: true.'),
    channels: some(text, 'Names of channels. Default: all.'),
    minTurnSeconds: optional(Count(0), 'Minimum length of a turn to notify, in seconds. Default: 0.'),
    quietHours: optional(QuietHours, 'Quiet hours of this rule.'),
    perMinute: optional(Count(1), 'Maximum messages per minute for this rule. Default: the global limit.'),
  })
  return z.preprocess(withCurrentNames, Rule)
}

/** The schema of hooks, their channels and rules. Created on first use, because few runs need it and it is large. */
export const notifierSchema = once(() => {
  const QuietHours = quietHoursSchema()
  const ChannelName = patternText(
    /^[a-z0-9][a-z0-9-]{0,30}$/,
    'must be a channel name of lower-case letters, digits and "-"',
  )
  return z.looseObject({
    channels: optional(z.record(ChannelName, channelSchema()), 'Channels by name.'),
    rules: optional(
      z.array(ruleSchema(QuietHours)),
      'The first matching rule wins. If none matches, the defaults apply.',
    ),
    quietHours: optional(QuietHours, 'Quiet hours for all events.'),
    perMinute: optional(Count(1), 'Maximum messages per minute; further ones go into a summary. Default: 20.'),
  })
})

export type NotifierSettings = z.infer<ReturnType<typeof notifierSchema>>
export type ChannelSettings = NonNullable<NotifierSettings['channels']>[string]
export type ChannelKind = ChannelSettings['kind']
export type QuietHours = NonNullable<NotifierSettings['quietHours']>
export type RuleSettings = NonNullable<NotifierSettings['rules']>[number]
