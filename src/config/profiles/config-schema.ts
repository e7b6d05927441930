import * as z from 'zod'
import { isObject } from '../../base/json.ts'
import { once } from '../../base/memoize.ts'
import { THEME_NAMES } from '../../base/theme-name.ts'
import { addressProblem } from '../address.ts'
import { Count, notifierSchema, optional } from '../notifier/notifier-schema.ts'
import { BudgetList } from './budget-list.ts'
import { DEMO_PROFILE, PROFILE_NAME_PATTERN, profileNameProblem } from './profile-name.ts'

const validatedText = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const Address = validatedText(addressProblem).meta({ format: 'uri' })
const ProfileName = validatedText(profileNameProblem).meta({
  pattern: PROFILE_NAME_PATTERN,
  not: { const: DEMO_PROFILE },
})

/** Where `qd login` stores a key. */
export const KeyPlace = z.enum(['keychain', 'file'])
export type KeyPlace = z.infer<typeof KeyPlace>

const Price = z.looseObject({
  amount: z.number().nonnegative().describe('Amount in the currency.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters')
    .describe('Currency code, such as EUR.'),
})

/** One organisation: its addresses, and where its key comes from. */
export const Profile = z.looseObject({
  baseUrl: Address.describe('Address of the API: https, or http on this machine.'),
  appUrl: optional(Address, 'Address of the application, for readiness reports. Default: baseUrl.'),
  helper: optional(
    z.array(z.string()).min(1),
    'The program that prints the key, followed by its arguments. It is run without a shell.',
  ),
  keyIn: optional(KeyPlace, 'Where qd login stored the key. Default: the keychain, else the file.'),
  historyUrl: optional(
    Address,
    'Address of a team server: analytics, readiness, controls, seats, limits and the audit log are read from it.',
  ),
  historyHelper: optional(
    z.array(z.string()).min(1),
    'The program that prints the key of historyUrl, followed by its arguments. It is run without a shell.',
  ),
  historyKeyIn: optional(
    KeyPlace,
    'Where qd login --history stored the key of historyUrl. Default: the keychain, else the file.',
  ),
  readOnly: optional(z.boolean(), 'Whether to reject every write. Default: false.'),
  billingDay: optional(z.int().min(1).max(31), 'First day of the billing month, in UTC. Default: 1.'),
  seatPrice: optional(Price, 'Price of a seat per month: {"amount": 40, "currency": "EUR"}.'),
  creditPrice: optional(
    Price.extend({ per: z.number().positive().describe('Number of credits that cost this amount.') }),
    'Price of credits: {"amount": 0.4, "per": 1000, "currency": "EUR"}.',
  ),
  teams: optional(z.string().min(1), 'Path of a teams.csv, relative to this file. It replaces the teams of a server.'),
  forward: optional(
    z.looseObject({ email: optional(z.email(), 'E-mail address of the user of this machine.') }),
    'User of the events that qd hooks forward sends: {"email": "a@b.example"}. Default: the name of the key.',
  ),
  budgets: optional(
    BudgetList,
    'Budgets for each billing month: [{"scope": "team:core", "credits": 800000}]. They replace the budgets of a server.',
  ),
  peopleAutoload: optional(
    Count(0),
    'Number of users up to which a ranked list of users loads in the background. Default: 5000.',
  ),
})
export type Profile = z.infer<typeof Profile>

/** How the explorer also reports the end of an action outside its screen. */
const ANNOUNCE_MODES = ['bell', 'notification', 'off'] as const
export type AnnounceMode = (typeof ANNOUNCE_MODES)[number]

const Keys = z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1)]))

const Members = z.looseObject({
  $schema: optional(z.string(), 'Path of the output of qd profile schema, for editors.'),
  include: optional(
    z.array(z.string().min(1)),
    'Paths of files with further members, relative to this file. Members of this file win, and later files over earlier ones; objects such as profiles are merged by name.',
  ),
  profile: optional(z.string(), 'Name of the profile to use if --profile is omitted.'),
  theme: optional(z.enum(THEME_NAMES), 'Colours of the explorer; auto detects the background. Default: auto.'),
  screenReader: optional(z.boolean(), 'Whether the explorer prints lines of text for a screen reader. Default: false.'),
  mouse: optional(z.boolean(), 'Whether to enable the mouse (hold Shift to select text). Default: false.'),
  announce: optional(
    z.enum(ANNOUNCE_MODES),
    'How the explorer reports the end of a background action: by the bell, or by a notification of the terminal. Default: bell.',
  ),
  pseudonyms: optional(
    z.boolean(),
    'Whether the explorer shows pseudonyms instead of the names of users. Default: false.',
  ),
  compare: optional(z.boolean(), 'Whether the explorer compares with the previous period. Default: true.'),
  keys: optional(
    Keys,
    'Key bindings by action, one key or a list: {"usage.nextMeasure": "v"}. Default: the keys that qd keys lists.',
  ),
  profiles: optional(z.record(ProfileName, Profile), 'Profiles by name.'),
})
const withHooks = once(() => Members.extend({ hooks: optional(notifierSchema(), 'Notifications of qd hooks notify.') }))

/** The content of config.json and of the files that it includes, with unknown members. */
export type Config = z.infer<ReturnType<typeof withHooks>>

/**
 * The schema for a configuration. It omits hooks if they are not used: their schema takes as long to create as the
 * rest, and shell completion must be fast.
 */
export const configSchemaOf = (value: unknown) => (isObject(value) && 'hooks' in value ? withHooks() : Members)

/**
 * The JSON Schema of config.json, for editors.
 *
 * @param actions - All actions that a key can be bound to, such as `usage.nextMeasure`.
 */
export const configJsonSchema = (actions: readonly string[]): object => ({
  title: 'Configuration of Quarterdeck',
  ...z.toJSONSchema(withHooks().extend({ keys: Members.shape.keys.meta({ propertyNames: { enum: actions } }) }), {
    io: 'input',
  }),
})
