import type { ControlRevision } from '../contract/controls.ts'
import type { Lenient } from '../contract/lenient.ts'

/**
 * Makes a secret into 16 to 64 signs of `A–Z a–z 0–9 _ -` that say nothing about it but are the same for the same secret: a
 * hash keyed with the machine's salt.
 */
export type SecretHash = (secret: string) => string

/** What stands where a secret was, when it is shown. */
export const MASK = '••••••'

// Private characters, which no settings have any use for, around the hash.
const START = '\u{f8ff}\u{e0aa}'
const END = '\u{e0bb}\u{f8ff}'
const masks = new RegExp(`${START}[A-Za-z0-9_-]{16,64}${END}`, 'gu')
const oneMask = new RegExp(`^(?:${masks.source})$`, 'u')

/** Text of masked settings as people may see it. Every other way to show it would show a hash. */
export const shownSetting = (text: string): string => text.replace(masks, MASK)

/** Masked settings, or a part of them, as people and scripts may see them. */
export const shownSettings = (value: unknown): unknown => mapTexts(value, shownSetting, (name) => shownSetting(name))

/** Whether a secret, or a part that holds one, was taken out of a text. */
export const hasMask = (text: string): boolean => text.search(masks) >= 0

/** A text in parts: at odd places what stands for a secret, at even ones what is between. Show each through {@link shownSetting}. */
export const splitMasks = (text: string): string[] => text.split(new RegExp(`(${masks.source})`, 'u'))

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
])
const SECRET_NAME = /key|token|secret|passw|passphrase|credential|auth/i

const isSecretPlace = (name: string): boolean =>
  SECRET_NAME.test(name) || SECRET_PLACES.has(name.replace(/[-_\s]/g, '').toLowerCase())

/**
 * Settings without their secrets, by place and, where a place says nothing, by look: every string below `env`,
 * `extraHeaders`, `extraArgs` and below members whose name speaks of keys, tokens, secrets, passwords, credentials or
 * authentication (the commands of cloud hosts among them); what stands before the @ and behind the ? of addresses; and within
 * any other text what looks like a token. Numbers and booleans stay. Equal secrets stay equal, different ones different. What
 * is masked already stays as it is. Show the result through {@link shownSetting} only.
 */
export const maskSettings = (settings: Record<string, unknown>, hash: SecretHash): Record<string, unknown> =>
  maskValue(settings, masking(hash), false, DEEPEST) as Record<string, unknown>

/** A revision with masked settings; members that the contract does not know are masked like settings. */
export const maskRevision = (revision: Lenient<ControlRevision>, hash: SecretHash): Lenient<ControlRevision> => {
  const masked = withoutSecrets(revision, ['revision', 'updatedAt', 'user'], hash)
  return revision.user ? { ...masked, user: withoutSecrets(revision.user, ['id', 'email', 'name'], hash) } : masked
}

/** An object with all but the named members masked, in the same order. */
const withoutSecrets = <T extends object>(object: T, plain: readonly (keyof T & string)[], hash: SecretHash): T =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, member]) =>
      (plain as readonly string[]).includes(name)
        ? [[name, member]]
        : Object.entries(maskSettings({ [name]: member }, hash)),
    ),
  ) as T

type Masking = { whole: (text: string) => string; parts: (text: string) => string }

const masking = (hash: SecretHash): Masking => {
  const mask = (secret: string): string => `${START}${hash(secret)}${END}`
  const whole = (text: string): string => (oneMask.test(text) ? text : mask(text))
  return { whole, parts: (text) => maskParts(text, whole) }
}

const maskValue = (value: unknown, masking: Masking, isSecret: boolean, levels: number): unknown => {
  if (typeof value === 'string') return isSecret ? masking.whole(value) : masking.parts(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return masking.whole('')
  if (Array.isArray(value)) return value.map((item) => maskValue(item, masking, isSecret, levels - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      masking.parts(name),
      // The hash in a masked name speaks of nothing.
      maskValue(member, masking, isSecret || isSecretPlace(name.replace(masks, '')), levels - 1),
    ]),
  )
}

const mapTexts = (value: unknown, text: (text: string) => string, name: (name: string) => string): unknown => {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, text, name))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), mapTexts(member, text, name)]))
}

/** Masks what looks like a secret within a text and leaves the rest, and what is masked already, as it is. */
const maskParts = (text: string, mask: (secret: string) => string): string => {
  // Nothing shorter holds an address or a token.
  if (text.length < 8) return text
  // Until nothing more is found: what is cut out of an address can bring another to light.
  let before = ''
  let masked = text
  while (masked !== before) {
    before = masked
    for (const step of [maskAddresses, maskNamed, maskTokens]) masked = outsideMasks(masked, (part) => step(part, mask))
  }
  return masked
}

const outsideMasks = (text: string, change: (part: string) => string): string => {
  let changed = ''
  let at = 0
  for (const { 0: mask, index } of text.matchAll(masks)) {
    changed += change(text.slice(at, index)) + mask
    at = index + mask.length
  }
  return changed + change(text.slice(at))
}

/** An address: its `//`, what stands before the path, the path, the query and the fragment. */
const ADDRESS = /(\/\/)([^\s/?#"'<>`]*)([^\s?#"'<>`]*)(\?[^\s#"'<>`]*)?(#[^\s"'<>`]*)?/g

const maskAddresses = (text: string, mask: (secret: string) => string): string =>
  text.replace(ADDRESS, (_, slashes: string, host: string, path: string, query?: string, fragment?: string) => {
    // A password may hold a slash that nobody escaped: then what is taken for a port is none.
    const isCut = /:[^\d\]]/.test(host.replace(/^\[[^\]]*\]/, ''))
    const way = isCut && !host.includes('@') && path.includes('@') ? host + path : host
    const rest = way === host ? path : ''
    const at = way.lastIndexOf('@')
    const safeWay = at > 0 ? `${mask(way.slice(0, at))}${way.slice(at)}` : way
    const safeQuery = query && query.length > 1 ? `?${mask(query.slice(1))}` : (query ?? '')
    const safeFragment = fragment?.includes('=') ? `#${mask(fragment.slice(1))}` : (fragment ?? '')
    return slashes + safeWay + rest + safeQuery + safeFragment
  })

// Every repetition below that can fail behind itself is bounded: settings of a hostile server may be long.

/** A secret that is named where it stands: `--token x`, `password=x`, `Authorization: Bearer x`, `-u name:x`. */
const NAMED =
  /((?:(?:key|token|secret|passw(?:or)?d|passphrase|credentials?)["']?\s{0,9}[=:]\s{0,9}|--?[\w-]{0,40}(?:key|token|secret|passw(?:or)?d|passphrase)\s{1,9}|\b(?:bearer|basic)\s{1,9}|\bauthorization["']?\s{0,9}[=:]\s{0,9}(?:(?:bearer|basic|token)\s{1,9})?|\s-u\s{0,9}[^\s:]{1,99}:)["']?)([^\s"'`;&|]{4,})/gi

const maskNamed = (text: string, mask: (secret: string) => string): string =>
  text.replace(NAMED, (all: string, name: string, secret: string) =>
    // A name of a variable is not its value.
    /^\$|^%\w+%$|^(?:bearer|basic)$/i.test(secret) ? all : name + mask(secret),
  )

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g
const KNOWN_TOKEN =
  /\b(?:(?:sk|pk|rk|ak|fk|fw|hf|gsk|npm|pypi|whsec|ghp|gho|ghu|ghs|ghr|github_pat|glpat|glrt|dop_v1|shpat|shpss|sntrys|dckr_pat|atlasv1|xox[a-z]|xapp|tvly|pplx|r8|rpa|lin_api)[-_][\w-]{8,}|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{10,}|SG\.[\w-]{10,99}\.[\w-]{10,}|eyJ[\w-]{8,999}\.[\w-]+(?:\.[\w-]*)?)/g

const maskTokens = (text: string, mask: (secret: string) => string): string => {
  const known = text.replace(PRIVATE_KEY, mask).replace(KNOWN_TOKEN, mask)
  return outsideMasks(known, (part) => part.replace(RUN, (run) => (isToken(run) ? mask(run) : run)))
}

/** What a token of no known shape could be part of; a digest that says that it is one counts as one run with its name. */
const RUN = /(?:sha(?:1|256|384|512)[:.-])?[A-Za-z0-9+/_=-]{16,}/g
const DIGEST = /^sha(?:1|256|384|512)[:.-]/
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const COMMIT = /^[0-9a-f]{40}$/

const isToken = (run: string): boolean => {
  if (DIGEST.test(run)) return false
  const rest = run.replace(UUID, '')
  const pieces = rest.split(/[-_/+=]+/).filter((piece) => !COMMIT.test(piece))
  // Base64 has a sign that looks like a separator now and then.
  return pieces.some(isRandom) || (pieces.join('').length >= 24 && isMixed(pieces.join('/')))
}

/** More letters and digits in a row than any word or name has, or fewer that are mixed. */
const isRandom = (piece: string): boolean =>
  piece.length >= 16 && !/^\d+$/.test(piece) && (piece.length >= 40 || isMixed(piece))

/**
 * Whether letters and digits, small and large, stand next to each other more often than in words, versions and names: a word
 * in camel case goes from small to large once a word, a random text every few letters.
 */
const isMixed = (text: string): boolean =>
  (text.match(/[a-z](?=[A-Z])|[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) / text.length >= 0.2
