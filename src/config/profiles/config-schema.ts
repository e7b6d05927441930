import * as z from 'zod'
import { isObject } from '../../base/json.ts'
import { once } from '../../base/memoize.ts'
import { THEME_NAMES } from '../../base/theme-name.ts'
import { addressProblem } from '../address.ts'
import { notifierSchema } from '../notifier/notifier-schema.ts'
import { DEMO_PROFILE, PROFILE_NAME_PATTERN, profileNameProblem } from './profile-name.ts'

const Address = z
  .string()
  .superRefine((text, context) => {
    const message = addressProblem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .meta({ format: 'uri' })

const ProfileName = z
  .string()
  .superRefine((name, context) => {
    const message = profileNameProblem(name)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  .meta({ pattern: PROFILE_NAME_PATTERN, not: { const: DEMO_PROFILE } })

/** Where a key that `qd login` was given is kept. */
export const KeyPlace = z.enum(['keychain', 'file'])
export type KeyPlace = z.infer<typeof KeyPlace>

/** One organisation: its addresses, and where its key comes from. */
export const Profile = z.looseObject({
  baseUrl: Address.describe('Address of the API: https, or http on this machine.'),
  appUrl: Address.describe('Address of the application, for readiness reports. Default: baseUrl.').optional(),
  helper: z
    .array(z.string())
    .min(1)
    .describe('A program that prints the key, and its arguments. It is run without a shell.')
    .optional(),
  keyIn: KeyPlace.describe('Where qd login has put the key. Default: the keychain, else the file.').optional(),
  readOnly: z.boolean().describe('Whether every write is refused. Default: false.').optional(),
})
export type Profile = z.infer<typeof Profile>

const Members = z.looseObject({
  $schema: z.string().describe('For editors: what qd profile schema prints.').optional(),
  profile: z.string().describe('Name of the profile that is used when none is named.').optional(),
  theme: z
    .enum(THEME_NAMES)
    .describe('Colours of the explorer; auto asks the terminal what it draws on. Default: auto.')
    .optional(),
  screenReader: z
    .boolean()
    .describe('Whether the explorer says what it shows as lines of text, for a screen reader. Default: false.')
    .optional(),
  mouse: z
    .boolean()
    .describe('Whether the explorer hears the mouse, which then marks text only with Shift held. Default: false.')
    .optional(),
  keys: z
    .record(z.string(), z.union([z.string(), z.array(z.string()).min(1)]))
    .describe(
      'Keys of your own by where and what, {"usage.nextMeasure": "v"}: one, or several. Default: what qd keys prints.',
    )
    .optional(),
  profiles: z.record(ProfileName, Profile).describe('Profiles by name.').optional(),
})
const withHooks = once(() =>
  Members.extend({ hooks: notifierSchema().describe('What qd hooks notify tells, and where.').optional() }),
)

/** Names of its members, and of those of a profile. */
export const CONFIG_MEMBERS: readonly string[] = [...Object.keys(Members.shape), 'hooks']
export const PROFILE_MEMBERS: readonly string[] = Object.keys(Profile.shape)

/** What stands in config.json. Members that nobody knows are kept. */
export type Config = z.infer<ReturnType<typeof withHooks>>

/** The schema of what stands in it. A Tab waits for it: what is said of hooks takes as long to make as all else, and few say it. */
export const configSchemaOf = (value: unknown) => (isObject(value) && 'hooks' in value ? withHooks() : Members)

/** The JSON Schema of config.json, for editors. @param actions - All that can have a key of its own, as `usage.nextMeasure`. */
export const configJsonSchema = (actions: readonly string[]): object => ({
  title: 'Configuration of Quarterdeck',
  ...z.toJSONSchema(withHooks().extend({ keys: Members.shape.keys.meta({ propertyNames: { enum: actions } }) }), {
    io: 'input',
  }),
})
