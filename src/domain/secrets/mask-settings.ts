import { cutMark, jsonOfAnyDepth } from '../../base/cut-deep.ts'
import { isContainer } from '../../base/json.ts'
import { memoize } from '../../base/memoize.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { hasMarkEdge, isSecretMark, maskText, secretMark, secretMarks } from './mask-text.ts'

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
const MAX_DEPTH = 100

/** Who wrote the marks found in settings: only their sender, or an earlier masking with the same hash. */
type MarksOf = 'nobody' | 'masking'

/**
 * Settings without their secrets, by place and, where a place says nothing, by look: every string below `env`,
 * `extraHeaders`, `extraArgs` and below members whose name speaks of keys, tokens, secrets, passwords, credentials,
 * authentication (the commands of cloud hosts among them), cookies or webhooks; the value of a variable and the item of a list
 * that is named so beside it; what stands before the @ and behind the ? of addresses; and within any other text what looks
 * like a token. Numbers are masked in such places unless secret-names.ts says that they are limits, counts, ports, times or flags;
 * booleans stay. Equal secrets stay equal, different ones different. Show the result through
 * {@link shownSetting} only.
 *
 * @param marksOf - What is masked already stays as it is when it was masked by us; what a server sends in its likeness is a secret.
 */
export const maskSettings = (
  settings: Record<string, unknown>,
  hash: SecretHash,
  marksOf: MarksOf = 'nobody',
): Record<string, unknown> => maskValue(settings, masking(hash, marksOf), nowhere, MAX_DEPTH) as Record<string, unknown>

/** A revision with masked settings; members that the contract does not know are masked like settings. */
export const maskRevision = (
  revision: Lenient<ControlRevision>,
  hash: SecretHash,
  marksOf: MarksOf = 'nobody',
): Lenient<ControlRevision> => revisionMask(hash, marksOf)(revision)

/**
 * The same for several revisions, which have most names, texts and secrets in common: each is looked at once. Secrets are kept as
 * long as the function is.
 */
export const revisionMask = (
  hash: SecretHash,
  marksOf: MarksOf = 'nobody',
): ((revision: Lenient<ControlRevision>) => Lenient<ControlRevision>) => {
  const known = masking(hash, marksOf)
  const mask = (value: Record<string, unknown>) =>
    maskValue(value, known, nowhere, MAX_DEPTH) as Record<string, unknown>
  return (revision) => {
    const masked = withoutSecrets(revision, ['revision', 'updatedAt', 'user'], mask)
    return revision.user ? { ...masked, user: withoutSecrets(revision.user, ['id', 'email', 'name'], mask) } : masked
  }
}

type MaskMembers = (members: Record<string, unknown>) => Record<string, unknown>

/** An object with all but the named members masked, in the same order. */
const withoutSecrets = <T extends object>(object: T, plain: readonly (keyof T & string)[], mask: MaskMembers): T =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) =>
      (plain as readonly string[]).includes(name) ? [[name, member]] : Object.entries(mask({ [name]: member })),
    ),
  ) as T

type Masking = {
  whole: (text: string) => string
  parts: (text: string) => string
  /** Whether members of this name hold secrets. */
  isPlace: (name: string) => boolean
}

const masking = (hash: SecretHash, marksOf: MarksOf): Masking => {
  const mask = memoize((secret: string): string => secretMark(hash(secret)))
  const isForged = (text: string): boolean => marksOf === 'nobody' && hasMarkEdge(text)
  const whole = (text: string): string => (isSecretMark(text) ? text : mask(text))
  return {
    whole: (text) => (isForged(text) ? mask(text) : whole(text)),
    // Nothing shorter holds an address or a token.
    parts: memoize((text) => (isForged(text) ? mask(text) : text.length < 4 ? text : maskText(text, whole))),
    // The hash in a masked name is no word.
    isPlace: memoize((name) => isSecretPlace(name.replace(secretMarks, ''))),
  }
}

/** Where a value stands. `name` is that of the member that is it or holds it in lists. */
type Place = { isSecret: boolean; name: string | undefined; isItem: boolean }
const nowhere: Place = { isSecret: false, name: undefined, isItem: false }

const maskValue = (value: unknown, masking: Masking, place: Place, levels: number): unknown => {
  const { isSecret, name } = place
  if (typeof value === 'string') return isSecret ? masking.whole(value) : masking.parts(value)
  // With its type, as a number is not the same as its digits.
  if (typeof value === 'number' && isSecret && isSecretNumber(value, name, place.isItem))
    return masking.whole(`number ${value}`)
  if (!isContainer(value)) return value
  // All of it is hashed, so that two parts which differ anywhere are not called the same.
  if (levels === 0) {
    const mark = masking.whole(jsonOfAnyDepth(value))
    // Masked again it has to stay the same, and in a secret place only a mark does.
    return isSecret ? mark : cutMark(MAX_DEPTH, mark)
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
    Object.entries(value).map(([member, held]) => {
      const isPlace = masking.isPlace(member) || (isNamed && VALUE_NAMES.test(member))
      const below = { isSecret: isSecret || isPlace, name: namedSecret ?? member, isItem: false }
      return [masking.parts(member), maskValue(held, masking, below, levels - 1)]
    }),
  )
}

const NAMING = ['name', 'key', 'variable', 'header']
const VALUE_NAMES = /^(?:values?|val|default|content)$/i

/** What a variable or a header is called whose name speaks of a secret: `{name: 'API_TOKEN', value: 'x'}`. */
const nameOf = (members: object, { isPlace }: Masking): string | undefined => {
  const names = Object.entries(members).filter(([naming]) => NAMING.includes(naming))
  const found = names.find(([, name]) => typeof name === 'string' && isPlace(name))
  return found?.[1] as string | undefined
}

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
    if (
      typeof before === 'string' &&
      (typeof item === 'string' || typeof item === 'number') &&
      isSecretBehind(before, `${item}`)
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

/** A name made unique: those of two members may differ in their secrets alone. */
const unusedName = (name: string, used: Set<string>): string => {
  let unused = name
  for (let nth = 2; used.has(unused); nth += 1) unused = `${name} (${nth})`
  used.add(unused)
  return unused
}

/** Members all of whose values may be secrets, as they are written without separators in lower case. */
const SECRET_PLACES = new Set(
  `env environment envvars environmentvariables extraheaders headers httpheaders extraargs connectionstring dsn jwt pwd`.split(
    ' ',
  ),
)
const SECRET_NAME = /key|token|secret|passw|passphrase|passcode|credential|auth|cookie|webhook/i
/** Secrets that are parts of other words too, so that they count only as a word of their own. */
const SECRET_WORDS = new Set(['pin', 'otp', 'cvc', 'cvv'])

/** Whether a member of this name holds secrets, itself or below it. */
const isSecretPlace = (name: string): boolean =>
  SECRET_NAME.test(name) ||
  SECRET_PLACES.has(name.replace(/[-_\s]/g, '').toLowerCase()) ||
  wordsOf(name).some((word) => SECRET_WORDS.has(word))

/**
 * Words by which a number in a secret place says that it is none, although the place or the rest of its name speaks of
 * secrets: `maxOutputTokens`, `keyCount`, `AUTH_PORT`, `tokenTtlSeconds`.
 */
const PLAIN_NUMBER_WORDS = {
  limits: 'max maximum min minimum limit limits quota budget threshold cap',
  counts: 'count counts number num total size length len bytes bits retries attempts',
  // The plural counts them: a number is not several secrets. In a list each of them may be one.
  plurals: 'tokens keys secrets passwords credentials cookies webhooks',
  ports: 'port ports',
  times: 'ms millis seconds secs sec minutes mins hours days weeks months years',
  spans: 'timeout ttl interval delay period age duration expires expiry expiration lifetime',
  moments: 'at since until date time timestamp iat exp nbf',
  kinds: 'level version priority rate ratio percent enabled disabled',
}
const plainWords = new Set(Object.values(PLAIN_NUMBER_WORDS).flatMap((words) => words.split(' ')))
const plurals = new Set(PLAIN_NUMBER_WORDS.plurals.split(' '))

/**
 * Whether a number in a secret place is one: not by the table above, and not a flag, which is 0 or 1.
 *
 * @param name - Of the member that is or holds the number; undefined for none.
 * @param isItem - Whether the number stands in a list.
 */
const isSecretNumber = (value: number, name: string | undefined, isItem: boolean): boolean =>
  value !== 0 &&
  value !== 1 &&
  !wordsOf(name ?? '').some((word) => plainWords.has(word) && !(isItem && plurals.has(word)))

/** `maxOutputTokens`, `MAX_OUTPUT_TOKENS` and `max-output-tokens` are the same three words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
