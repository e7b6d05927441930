import { isContainer } from '../../base/json.ts'
import { depthPlaceholder, jsonOfAnyDepth } from '../../base/limit-depth.ts'
import { memoize } from '../../base/memoize.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { hasMarkEdge, isSecretMark, maskText, secretMark, secretMarks } from './mask-text.ts'

/**
 * Hashes a secret to 16 to 64 characters of `A–Z a–z 0–9 _ -`: equal for equal secrets, but without information about
 * them. The hash is keyed with the machine's salt.
 */
export type SecretHash = (secret: string) => string

/** Placeholder for a secret in output. */
export const MASK = '••••••'

/** Text of masked settings for display. Any other way to display it would show a hash. */
export const shownSetting = (text: string): string => text.replace(secretMarks, MASK)

/** Masked settings, or a part of them, for display and scripts. */
export const shownSettings = (value: unknown): unknown => mapTexts(value, shownSetting, (name) => shownSetting(name))

/** Whether the settings that a server sent are masked already: a text in them contains a placeholder or a mark. */
export const isStoredMasked = (settings: unknown): boolean => {
  const open: unknown[] = [settings]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && (value.includes(MASK) || hasMask(value))) return true
    if (isContainer(value)) open.push(...Object.values(value))
  }
  return false
}

/** Why the secrets of such settings cannot be shown. */
export const STORED_MASKED = "The team's server stores settings masked: only the vendor can show secrets."

/** Whether a text contains a masked secret. */
export const hasMask = (text: string): boolean => text.search(secretMarks) >= 0

/** Splits a text at its masked secrets, which are at the odd indexes. Display each with {@link shownSetting}. */
export const splitMasks = (text: string): string[] => text.split(new RegExp(`(${secretMarks.source})`, 'u'))

/** Maximum depth of nesting. Deeper parts are masked as a whole. */
const MAX_DEPTH = 100

/**
 * Origin of the marks in settings. `forged`: the server sent them, as a mirror does, or to hide something. `masking`: an
 * earlier masking with the same hash.
 */
type Marks = 'forged' | 'masking'

/**
 * Masks the secrets in settings, by place and by appearance:
 *
 * - strings below `env`, `extraHeaders`, `extraArgs`, and below members whose name indicates keys, tokens, secrets,
 * passwords, credentials, authentication (including the commands of cloud hosts), cookies or webhooks;
 * - the value of a variable, or the list item, that follows such a name;
 * - the parts of addresses before the @ and after the ?;
 * - anything that looks like a token in any other text;
 * - numbers in the places above, unless {@link PLAIN_NUMBER_WORDS} identifies them as limits, counts, ports, times or
 * flags. Booleans stay.
 *
 * Equal secrets stay equal and different ones stay different. Display the result only with {@link shownSetting}.
 *
 * @param marks - With `masking`, existing marks stay unchanged. With `forged`, a server's text that looks like a mark
 * is a secret and is masked.
 */
export const maskSettings = (
  settings: Record<string, unknown>,
  hash: SecretHash,
  marks: Marks = 'forged',
): Record<string, unknown> => maskValue(settings, masking(hash, marks), TOP_LEVEL, MAX_DEPTH) as Record<string, unknown>

/** Masks the settings of a revision. Undeclared fields are masked like settings. */
export const maskRevision = (
  revision: Lenient<ControlRevision>,
  hash: SecretHash,
  marks: Marks = 'forged',
): Lenient<ControlRevision> => revisionMask(hash, marks)(revision)

/**
 * {@link maskRevision} for several revisions, which share most names, texts and secrets: each of them is processed
 * once. The returned function keeps the secrets in memory.
 */
export const revisionMask = (
  hash: SecretHash,
  marks: Marks = 'forged',
): ((revision: Lenient<ControlRevision>) => Lenient<ControlRevision>) => {
  const known = masking(hash, marks)
  const mask = (value: Record<string, unknown>) =>
    maskValue(value, known, TOP_LEVEL, MAX_DEPTH) as Record<string, unknown>
  return (revision) => {
    const masked = withoutSecrets(revision, ['revision', 'updatedAt', 'user'], mask)
    return revision.user ? { ...masked, user: withoutSecrets(revision.user, ['id', 'email', 'name'], mask) } : masked
  }
}

/** Masks all properties of an object except the named ones, like settings. */
export const maskMembers = <T extends object>(
  object: T,
  unmasked: readonly (keyof T & string)[],
  hash: SecretHash,
): T => withoutSecrets(object, unmasked, (members) => maskSettings(members, hash))

type MaskMembers = (members: Record<string, unknown>) => Record<string, unknown>

/** Masks all properties of an object except the named ones. Keeps their order. */
const withoutSecrets = <T extends object>(object: T, unmasked: readonly (keyof T & string)[], mask: MaskMembers): T =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) =>
      (unmasked as readonly string[]).includes(name) ? [[name, member]] : Object.entries(mask({ [name]: member })),
    ),
  ) as T

type Masking = {
  whole: (text: string) => string
  parts: (text: string) => string
  /** Whether members of this name contain secrets. */
  isSecretName: (name: string) => boolean
}

const masking = (hash: SecretHash, marks: Marks): Masking => {
  const mask = memoize((secret: string): string => secretMark(hash(secret)))
  const whole = (text: string): string => (isSecretMark(text) ? text : mask(text))
  // Shorter texts contain no address or token.
  const parts = (text: string): string => (text.length < 4 ? text : maskText(text, whole))
  // A mirror sends marks of its own. They are hashed again, so that a server cannot send the mark of another secret.
  const forgedParts = (text: string): string => {
    if (!hasMarkEdge(text)) return parts(text)
    return hasMarkEdge(text.replace(secretMarks, '')) ? mask(text) : parts(text.replace(secretMarks, mask))
  }
  return {
    whole: (text) => (marks === 'forged' && hasMarkEdge(text) ? mask(text) : whole(text)),
    parts: memoize(marks === 'forged' ? forgedParts : parts),
    // The hash in a masked name isn't part of a word.
    isSecretName: memoize((name) => isSecretPlace(name.replace(secretMarks, ''))),
  }
}

/** The position of a value. `name` is the member that contains it, directly or in lists. */
type Place = { isSecret: boolean; name: string | undefined; isItem: boolean }
const TOP_LEVEL: Place = { isSecret: false, name: undefined, isItem: false }

const maskValue = (value: unknown, masking: Masking, place: Place, levels: number): unknown => {
  const { isSecret, name } = place
  if (typeof value === 'string') return isSecret ? masking.whole(value) : masking.parts(value)
  // Includes the type, because a number differs from a string of its digits.
  if (typeof value === 'number' && isSecret && isSecretNumber(value, name, place.isItem))
    return masking.whole(`number ${value}`)
  if (!isContainer(value)) return value
  // Hashes the whole part, so that two parts with any difference get different marks.
  if (levels === 0) {
    const mark = masking.whole(jsonOfAnyDepth(value))
    // Masking again must not change it, and in a secret place only a mark stays unchanged.
    return isSecret ? mark : depthPlaceholder(MAX_DEPTH, mark)
  }
  if (Array.isArray(value)) {
    const secretItems = secretItemsOf(value)
    return value.map((item, at) =>
      maskValue(item, masking, { isSecret: isSecret || secretItems.has(at), name, isItem: true }, levels - 1),
    )
  }
  const namedSecret = nameOf(value, masking)
  const isNamed = namedSecret !== undefined
  return Object.fromEntries(
    Object.entries(value).map(([member, child]) => {
      const isSecretName = masking.isSecretName(member) || (isNamed && VALUE_NAMES.test(member))
      const below = { isSecret: isSecret || isSecretName, name: namedSecret ?? member, isItem: false }
      return [masking.parts(member), maskValue(child, masking, below, levels - 1)]
    }),
  )
}

const NAMING = ['name', 'key', 'variable', 'header']
const VALUE_NAMES = /^(?:values?|val|default|content)$/i

/** The name of a variable or header that indicates a secret: `{name: 'API_TOKEN', value: 'x'}`. */
const nameOf = (members: object, { isSecretName }: Masking): string | undefined => {
  const names = Object.entries(members).filter(([naming]) => NAMING.includes(naming))
  const found = names.find(([, name]) => typeof name === 'string' && isSecretName(name))
  return found?.[1] as string | undefined
}

const SECRET_FLAG = /^--?[\w-]*(?:key|token|secret|passw(?:or)?d|passphrase|credential|auth|cookie|pwd|pass)s?$/i
const USER_FLAG = /^(?:-u|--(?:proxy-)?user)$/i
const KEY_BEGINS = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/
const KEY_ENDS = /-----END /

/** Whether an argument is the secret value of the preceding flag. An argument that is a flag isn't a value. */
const isFlagValue = (flag: string, argument: string): boolean =>
  (SECRET_FLAG.test(flag) && !/^--?[a-z]/i.test(argument)) || (USER_FLAG.test(flag) && argument.includes(':'))

/** Indexes of items that are secrets because of preceding items: `['--token', 'x']`, lines of a private key. */
const secretItemsOf = (items: readonly unknown[]): ReadonlySet<number> => {
  const places = new Set<number>()
  let isKey = false
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    if (
      typeof before === 'string' &&
      (typeof item === 'string' || typeof item === 'number') &&
      isFlagValue(before, `${item}`)
    )
      places.add(at)
    if (typeof item !== 'string') {
      isKey = false
      continue
    }
    if (isKey) places.add(at)
    if (KEY_BEGINS.test(item)) isKey = true
    if (KEY_ENDS.test(item)) isKey = false
  }
  return places
}

const mapTexts = (value: unknown, text: (text: string) => string, name: (name: string) => string): unknown => {
  if (typeof value === 'string') return text(value)
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, text, name))
  const names = new Set<string>()
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [unusedName(name(key), names), mapTexts(member, text, name)]),
  )
}

/** Makes a name unique. The names of two members may differ only in their secrets. */
const unusedName = (name: string, used: Set<string>): string => {
  let unused = name
  for (let nth = 2; used.has(unused); nth += 1) unused = `${name} (${nth})`
  used.add(unused)
  return unused
}

/** Members whose values may all be secrets, in lower case without separators. */
const SECRET_PLACES = new Set(
  `env environment envvars environmentvariables extraheaders headers httpheaders extraargs connectionstring dsn jwt pwd`.split(
    ' ',
  ),
)
const SECRET_NAME = /key|token|secret|passw|passphrase|passcode|credential|auth|cookie|webhook/i
/** Names of secrets that also occur inside other words, so they count only as separate words. */
const SECRET_WORDS = new Set(['pin', 'otp', 'cvc', 'cvv'])

/** Whether a member of this name contains secrets, at any depth. */
const isSecretPlace = (name: string): boolean =>
  SECRET_NAME.test(name) ||
  SECRET_PLACES.has(name.replace(/[-_\s]/g, '').toLowerCase()) ||
  wordsOf(name).some((word) => SECRET_WORDS.has(word))

/**
 * Words that identify a number as harmless, even if its place or the rest of its name indicates a secret:
 * `maxOutputTokens`, `keyCount`, `AUTH_PORT`, `tokenTtlSeconds`.
 */
const HARMLESS_NUMBER_WORDS = {
  limits: 'max maximum min minimum limit limits quota budget threshold cap',
  counts: 'count counts number num total size length len bytes bits retries attempts',
  // A plural indicates a count, because one number isn't several secrets. In a list, each number may be a secret.
  plurals: 'tokens keys secrets passwords credentials cookies webhooks',
  ports: 'port ports',
  times: 'ms millis seconds secs sec minutes mins hours days weeks months years',
  spans: 'timeout ttl interval delay period age duration expires expiry expiration lifetime',
  moments: 'at since until date time timestamp iat exp nbf',
  kinds: 'level version priority rate ratio percent enabled disabled',
}
const harmlessNumberWords = new Set(Object.values(HARMLESS_NUMBER_WORDS).flatMap((words) => words.split(' ')))
const plurals = new Set(HARMLESS_NUMBER_WORDS.plurals.split(' '))

/**
 * Whether a number in a secret place is a secret: not if its name contains one of the words above, and not if it is a
 * flag (0 or 1).
 *
 * @param name - Name of the member that contains the number; undefined if there is none.
 * @param isItem - Whether the number is in a list.
 */
const isSecretNumber = (value: number, name: string | undefined, isItem: boolean): boolean =>
  value !== 0 &&
  value !== 1 &&
  !wordsOf(name ?? '').some((word) => harmlessNumberWords.has(word) && !(isItem && plurals.has(word)))

/** Splits a name into words: `maxOutputTokens`, `MAX_OUTPUT_TOKENS` and `max-output-tokens` have the same three. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
