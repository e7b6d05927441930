import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { maskText } from './mask-text.ts'
import { hasMarkEdge, isSecretMark, secretMark, secretMarks } from './secret-marks.ts'

/**
 * Makes a secret into 16 to 64 signs of `A–Z a–z 0–9 _ -` that say nothing about it but are the same for the same secret: a
 * hash keyed with the machine's salt.
 */
export type SecretHash = (secret: string) => string

/** What stands where a secret was, when it is shown. */
export const MASK = '••••••'

/** Text of masked settings as people may see it. Every other way to show it would show a hash. */
export const shownSetting = (text: string): string => text.replace(secretMarks, MASK)

/** Masked settings, or a part of them, as people and scripts may see them. */
export const shownSettings = (value: unknown): unknown => mapTexts(value, shownSetting, (name) => shownSetting(name))

/** Whether a secret, or a part that holds one, was taken out of a text. */
export const hasMask = (text: string): boolean => text.search(secretMarks) >= 0

/** A text in parts: at odd places what stands for a secret, at even ones what is between. Show each through {@link shownSetting}. */
export const splitMasks = (text: string): string[] => text.split(new RegExp(`(${secretMarks.source})`, 'u'))

/** Levels of nesting that settings may have; what lies deeper is masked without being looked at. */
const DEEPEST = 100

/** Members all of whose strings may be secrets, as they are written without separators in lower case. */
const SECRET_PLACES = new Set([
  'env',
  'environment',
  'envvars',
  'environmentvariables',
  'extraheaders',
  'headers',
  'httpheaders',
  'extraargs',
  'connectionstring',
  'dsn',
  'jwt',
  'pwd',
])
const SECRET_NAME = /key|token|secret|passw|passphrase|credential|auth|cookie|webhook/i

const isSecretPlace = (name: string): boolean =>
  SECRET_NAME.test(name) || SECRET_PLACES.has(name.replace(/[-_\s]/g, '').toLowerCase())

/** Who wrote the marks found in settings: only their sender, or an earlier masking with the same hash. */
export type MarksOf = 'nobody' | 'masking'

/**
 * Settings without their secrets, by place and, where a place says nothing, by look: every string below `env`,
 * `extraHeaders`, `extraArgs` and below members whose name speaks of keys, tokens, secrets, passwords, credentials,
 * authentication (the commands of cloud hosts among them), cookies or webhooks; the value of a variable and the item of a list
 * that is named so beside it; what stands before the @ and behind the ? of addresses; and within any other text what looks
 * like a token. Numbers and booleans stay. Equal secrets stay equal, different ones different. Show the result through
 * {@link shownSetting} only.
 *
 * @param marksOf - What is masked already stays as it is when it was masked by us; what a server sends in its likeness is a secret.
 */
export const maskSettings = (
  settings: Record<string, unknown>,
  hash: SecretHash,
  marksOf: MarksOf = 'nobody',
): Record<string, unknown> => maskValue(settings, masking(hash, marksOf), false, DEEPEST) as Record<string, unknown>

/** A revision with masked settings; members that the contract does not know are masked like settings. */
export const maskRevision = (
  revision: Lenient<ControlRevision>,
  hash: SecretHash,
  marksOf: MarksOf = 'nobody',
): Lenient<ControlRevision> => {
  const mask = (value: Record<string, unknown>) => maskSettings(value, hash, marksOf)
  const masked = withoutSecrets(revision, ['revision', 'updatedAt', 'user'], mask)
  return revision.user ? { ...masked, user: withoutSecrets(revision.user, ['id', 'email', 'name'], mask) } : masked
}

type MaskMembers = (members: Record<string, unknown>) => Record<string, unknown>

/** An object with all but the named members masked, in the same order. */
const withoutSecrets = <T extends object>(object: T, plain: readonly (keyof T & string)[], mask: MaskMembers): T =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) =>
      (plain as readonly string[]).includes(name) ? [[name, member]] : Object.entries(mask({ [name]: member })),
    ),
  ) as T

type Masking = { whole: (text: string) => string; parts: (text: string) => string }

const masking = (hash: SecretHash, marksOf: MarksOf): Masking => {
  const mask = (secret: string): string => secretMark(hash(secret))
  const isForged = (text: string): boolean => marksOf === 'nobody' && hasMarkEdge(text)
  const whole = (text: string): string => (isSecretMark(text) ? text : mask(text))
  return {
    whole: (text) => (isForged(text) ? mask(text) : whole(text)),
    // Nothing shorter holds an address or a token.
    parts: (text) => (isForged(text) ? mask(text) : text.length < 4 ? text : maskText(text, whole)),
  }
}

const maskValue = (value: unknown, masking: Masking, isSecret: boolean, levels: number): unknown => {
  if (typeof value === 'string') return isSecret ? masking.whole(value) : masking.parts(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return masking.whole(tooDeepText(value))
  if (Array.isArray(value)) {
    const secretItems = secretItemsOf(value)
    return value.map((item, at) => maskValue(item, masking, isSecret || secretItems.has(at), levels - 1))
  }
  const isNamed = isNamedSecret(value as Record<string, unknown>)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      // The hash in a masked name is no word.
      const isPlace = isSecretPlace(name.replace(secretMarks, '')) || (isNamed && VALUE_NAMES.test(name))
      return [masking.parts(name), maskValue(member, masking, isSecret || isPlace, levels - 1)]
    }),
  )
}

/** A text that is hashed for a value too deep to mask; empty where even that is too deep. */
const tooDeepText = (value: object): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}

const NAMING = ['name', 'key', 'variable', 'header']
const VALUE_NAMES = /^(?:values?|val|default|content)$/i

/** Whether a variable or a header speaks of a secret: `{name: 'API_TOKEN', value: 'x'}`. */
const isNamedSecret = (members: Record<string, unknown>): boolean =>
  NAMING.some((naming) => {
    const name = Object.hasOwn(members, naming) ? members[naming] : undefined
    return typeof name === 'string' && isSecretPlace(name.replace(secretMarks, ''))
  })

const SECRET_FLAG = /^--?[\w-]*(?:key|token|secret|passw(?:or)?d|passphrase|credential|auth|cookie|pwd|pass)s?$/i
const USER_FLAG = /^(?:-u|--(?:proxy-)?user)$/i
const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/
const KEY_ENDS = /-----END /

/** Whether an argument is the secret that the one before it asks for. A flag that has no value is followed by the next flag. */
const isSecretBehind = (flag: string, argument: string): boolean =>
  (SECRET_FLAG.test(flag) && !/^--?[a-z]/i.test(argument)) || (USER_FLAG.test(flag) && argument.includes(':'))

/** Places of the items that are secrets for what stands before them: `['--token', 'x']`, and the lines of a private key. */
const secretItemsOf = (items: readonly unknown[]): ReadonlySet<number> => {
  const places = new Set<number>()
  let isKey = false
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    if (typeof item !== 'string') {
      isKey = false
      continue
    }
    if (typeof before === 'string' && isSecretBehind(before, item)) places.add(at)
    if (isKey) places.add(at)
    if (KEY_BEGINS.test(item)) isKey = true
    if (KEY_ENDS.test(item)) isKey = false
  }
  return places
}

const mapTexts = (value: unknown, text: (text: string) => string, name: (name: string) => string): unknown => {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, text, name))
  const names = new Set<string>()
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [unusedName(name(key), names), mapTexts(member, text, name)]),
  )
}

/** A name made unique: those of two members may differ in their secrets alone. */
const unusedName = (name: string, used: Set<string>): string => {
  let unused = name
  for (let nth = 2; used.has(unused); nth += 1) unused = `${name} (${nth})`
  used.add(unused)
  return unused
}
