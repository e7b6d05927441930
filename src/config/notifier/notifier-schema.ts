import * as z from 'zod'
import { once } from '../../base/memoize.ts'
import { HookEventName } from '../../contract/hook-event-name.ts'

/** A whole number from `least` on; zod's own problem is one about lists. */
const Count = (least: number) =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= least, `is no whole number from ${least} on`)
    .meta({ type: 'integer', minimum: least })

const timed = (pattern: RegExp, message: string) =>
  z
    .string()
    .refine((text) => pattern.test(text), message)
    .meta({ pattern: pattern.source })

const TimeOfDay = timed(/^([01]\d|2[0-3]):[0-5]\d$/, 'is no time of day: write it like 22:30')

/** Only such variables can be named: others are none of the notifier's business. */
const Variable = timed(/^QUARTERDECK_[A-Z0-9_]+$/, 'is no name of a variable for this: it begins with QUARTERDECK_')

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const channelSchema = () => {
  const Template = z.looseObject({
    title: z
      .string()
      .describe('Title of messages, with members of the event in braces: "{folder}: {event}".')
      .optional(),
    text: z.string().describe('Text of messages, as the title.').optional(),
  })

  const common = {
    template: Template.describe('Words of its messages. Default: those of the event.').optional(),
  }

  const address = {
    url: z.string().describe('Where it sends to. It is a secret: urlFrom keeps it out of this file.').optional(),
    urlFrom: Variable.describe('Variable of the environment that holds the address.').optional(),
  }

  return z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('desktop'), ...common }),
    z.looseObject({
      kind: z.literal('sound'),
      file: z.string().describe('A sound to play. Default: the bell of the terminal.').optional(),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('terminal'),
      form: z
        .enum(['9', '99', '777'])
        .describe('Number of the escape sequence. Default: what the terminal is known to take.')
        .optional(),
      device: z.string().describe('The terminal, like /dev/pts/3. Default: the one that the agent runs in.').optional(),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('chat'),
      service: z.enum(['slack', 'discord', 'teams']).describe("Default: by the address's host, else slack.").optional(),
      ...address,
      ...common,
    }),
    z.looseObject({
      kind: z.literal('ntfy'),
      ...address,
      tokenFrom: Variable.describe('Variable that holds an access token.').optional(),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('mail'),
      ...address,
      to: z.array(z.string()).min(1).describe('Who gets it.').optional(),
      from: z.string().describe('Who it is from. Default: the first one of to.').optional(),
      ...common,
    }),
    z.looseObject({
      kind: z.literal('webhook'),
      ...address,
      secretFrom: Variable.describe('Variable that holds the secret that requests are signed with.').optional(),
      headersFrom: z
        .record(z.string(), Variable)
        .describe('Further headers, each with the variable that holds its value.')
        .optional(),
      ...common,
    }),
  ])
}

const quietHoursSchema = () =>
  z
    .looseObject({
      from: TimeOfDay.describe('From when on nothing is told.'),
      to: TimeOfDay.describe('Until when. An earlier one than from is on the next day.'),
      timeZone: z
        .string()
        .refine(isTimeZone, 'is no time zone that is known: write it like Europe/Berlin')
        .describe("Default: the machine's.")
        .optional(),
    })
    // A whole day, or no time at all: people mean either.
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'is the same as from: give another end' })

const ruleSchema = (QuietHours: ReturnType<typeof quietHoursSchema>) =>
  z.looseObject({
    events: z.array(HookEventName).min(1).describe('Events that it is for. Default: all.').optional(),
    folder: z
      .string()
      .describe('Folder of the session, and all below it; * is any text, ~ your own folder. Default: any.')
      .optional(),
    reasons: z.array(z.string()).min(1).describe('Why a session ended. Default: any.').optional(),
    where: z
      .record(z.string(), z.string())
      .describe('Members of the event and what they have to be, where * is any text: {"tool_input.command": "rm *"}.')
      .optional(),
    tell: z.boolean().describe('Whether it is told at all. Default: true.').optional(),
    channels: z.array(z.string()).min(1).describe('Names of channels. Default: all there are.').optional(),
    leastTurnSeconds: Count(0)
      .describe('A turn that is known to have been shorter is not told. Default: 0.')
      .optional(),
    quietHours: QuietHours.describe('When nothing is told.').optional(),
    perMinute: Count(1)
      .describe('More than that in a minute are told in one summary. Default: the one of all.')
      .optional(),
  })

/** Where hooks of the agent are told, and which. Made when somebody asks: few do, and it is large. */
export const notifierSchema = once(() => {
  const QuietHours = quietHoursSchema()
  return z.looseObject({
    channels: z
      .record(
        timed(/^[a-z0-9][a-z0-9-]{0,30}$/, 'is no name for a channel: use small letters, digits and "-"'),
        channelSchema(),
      )
      .describe('Channels by name.')
      .optional(),
    rules: z
      .array(ruleSchema(QuietHours))
      .describe('The first one that an event fits decides. An event that fits none is told as usual.')
      .optional(),
    quietHours: QuietHours.describe('When nothing is told, whatever the rules say.').optional(),
    perMinute: Count(1).describe('More than that in a minute are told in one summary. Default: 20.').optional(),
  })
})

export type NotifierSettings = z.infer<ReturnType<typeof notifierSchema>>
export type ChannelSettings = NonNullable<NotifierSettings['channels']>[string]
export type ChannelKind = ChannelSettings['kind']
export type QuietHours = NonNullable<NotifierSettings['quietHours']>
export type RuleSettings = NonNullable<NotifierSettings['rules']>[number]
