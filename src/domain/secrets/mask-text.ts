/**
 * Masks secrets in a text: in addresses the part before the @ and after the ?, the paths of webhooks, values whose name
 * indicates a secret, and tokens. Everything else, including existing marks, stays unchanged.
 *
 * @param mask - Returns a mark for a secret: see {@link secretMark}.
 */
export const maskText = (text: string, mask: (secret: string) => string): string => {
  // Repeats until nothing changes, because masking one address can reveal another.
  let before = ''
  let masked = text
  while (masked !== before) {
    before = masked
    for (const step of steps) masked = outsideMarks(masked, (part) => step(part, mask))
  }
  return masked
}

// All repetitions below that can backtrack are bounded, because settings from a hostile server may be long.

/** An address: its `//`, the part before the path, the path, the query and the fragment. */
const ADDRESS = /(\/\/)([^\s/?#"'<>`]*)([^\s?#"'<>`]*)(\?[^\s#"'<>`]*)?(#[^\s"'<>`]*)?/g

const maskAddresses = (text: string, mask: (secret: string) => string): string =>
  text.replace(ADDRESS, (_, slashes: string, host: string, path: string, query?: string, fragment?: string) => {
    // If a password contains an unescaped slash, the apparent port isn't a number.
    const hasUnescapedSlash = /:[^\d\]]/.test(host.replace(/^\[[^\]]*\]/, ''))
    const location = hasUnescapedSlash && !host.includes('@') && path.includes('@') ? host + path : host
    const rest = location === host ? maskWebhookPath(host, path, mask) : ''
    const at = location.lastIndexOf('@')
    const safeLocation = at > 0 ? `${mask(location.slice(0, at))}${location.slice(at)}` : location
    const safeQuery = query && query.length > 1 ? `?${mask(query.slice(1))}` : (query ?? '')
    const safeFragment = fragment?.includes('=') ? `#${mask(fragment.slice(1))}` : (fragment ?? '')
    return slashes + safeLocation + rest + safeQuery + safeFragment
  })

const HOOK_HOST = /(?:^|[.@-])(?:web)?hooks?\./i
/** A path segment that precedes a secret. */
const SECRET_PATH_SEGMENT = /\/(?:[\w-]{0,40}webhooks?\w{0,9}|hooks?|key|token|secret)\//i

/** The path of a webhook is a secret: it authorises sending. */
const maskWebhookPath = (host: string, path: string, mask: (secret: string) => string): string => {
  const named = SECRET_PATH_SEGMENT.exec(path)
  const from = HOOK_HOST.test(host) ? 1 : named ? named.index + named[0].length : path.length
  const secret = path.slice(from)
  // A wildcard isn't a secret.
  return /[\p{L}\p{N}]/u.test(secret) ? path.slice(0, from) + mask(secret) : path
}

/** `name:pass@` of an address with no scheme or an escaped one. */
const BARE_USER = /([/\\]|%2f)?\b([\w.+-]{1,99}:[^\s:@/\\"'<>`]{1,999})(?=@(?!sha\d)[\w.-]{1,253}([:/\\])?)/gi
/** The query, the fragment or both of an address without a scheme, after its host and path. */
const BARE_QUERY =
  /((?:\.[a-z]{2,24}|\blocalhost)(?::\d{1,5})?(?:\\?\/[^\s?#"'<>`]{0,2000}[?#]|#))([^\s"'<>`=]{0,200}=[^\s"'<>`]*)/gi

const maskBareAddresses = (text: string, mask: (secret: string) => string): string => {
  const maskUser = (all: string, before = '', user: string, after = '') => (before || after ? before + mask(user) : all)
  const masked = text.includes('@') ? text.replace(BARE_USER, maskUser) : text
  return /[?#]/.test(masked)
    ? masked.replace(BARE_QUERY, (_, location: string, query: string) => location + mask(query))
    : masked
}

const NOUN = '(?:key|token|secret|passw(?:or)?d|passphrase|credentials?|pwd|(?<![a-z])pass)'
/** A quoted value, whose quotes may be escaped within other quotes; otherwise the text up to the end of the word. */
const valueOfLength = (minLength: number): string =>
  `(?:(?<open>\\\\{0,4}["'])(?<quoted>[^\\n]{1,999}?)\\k<open>|(?<bare>[^\\s"'\`;&|]{${minLength},}))`
const VALUE = valueOfLength(1)
// After a word of prose, a short text is rarely a secret.
const LONGER_VALUE = valueOfLength(4)
const EQUALS = '(?:\\\\{0,4}["\'])?\\s{0,9}=\\s{0,9}'
const COLON = '(?:\\\\{0,4}["\'])?\\s{0,9}:\\s{0,9}'

/** Secrets that follow their name, with the form of the name. */
const NAMED = [
  // `password=x`, `--token=x`, `sig=x`
  `(?<name>(?:${NOUN}|(?<![a-z])sig(?:nature)?)${EQUALS})${VALUE}`,
  // `--token x`
  `(?<name>(?<!\\w)--?[\\w-]{0,40}${NOUN}\\s{1,9})(?!--?[a-z])${VALUE}`,
  // `"token": "x"`
  `(?<name>${NOUN}${COLON})${LONGER_VALUE}`,
  `(?<name>\\b(?:bearer|basic)\\s{1,9})${LONGER_VALUE}`,
  // Headers may contain spaces and semicolons.
  `(?<name>\\bauthorization(?:${EQUALS}|${COLON})(?:\\\\{0,4}["'])?(?:(?:bearer|basic|token|digest|negotiate|apikey)\\s{1,9})?)(?<bare>[^\\s"'\`][^"'\`\\n]*)`,
  `(?<name>\\bcookie(?:${EQUALS}|${COLON})(?:\\\\{0,4}["'])?)(?<bare>[^\\s"'\`][^"'\`\\n]*)`,
  // `-u name:x`. Two numbers are a user id and a group id.
  `(?<name>(?:\\s-u\\s{0,9}|--?(?:proxy-)?user[=\\s]\\s{0,9})["']?(?!\\d+:\\d+(?!\\S))[^\\s:"']{1,99}:)(?<bare>[^\\s"'\`;&|]+)`,
].map((source) => new RegExp(source, 'gi'))

/** References to variables, separators, and keywords that precede a secret. None of these is the secret itself. */
const NO_SECRET =
  /^(?:\$[A-Za-z_]\w{0,99}|\$\{\w{1,99}\}|\$\(|\$\{\{|%\w{1,99}%|[,.:/@\\]){1,9}$|^\$[({]\{?[^:]{0,99}$|^(?:bearer|basic|token|digest|negotiate|apikey)$/i

// Each pattern requires one of these. Most texts contain none.
const NAMES = /key|token|secret|pass|credential|pwd|sig|bearer|basic|authorization|cookie|user|-u/i

const maskNamed = (text: string, mask: (secret: string) => string): string => {
  if (!NAMES.test(text)) return text
  return NAMED.reduce(
    (masked, pattern) =>
      outsideMarks(masked, (part) =>
        part.replace(pattern, (...found) => {
          const { name, open = '', quoted, bare } = found.at(-1) as Record<string, string>
          const secret = quoted ?? bare ?? ''
          return NO_SECRET.test(secret.trim()) ? found[0] : `${name}${open}${mask(secret)}${open}`
        }),
      ),
    text,
  )
}

const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g
const KNOWN_TOKEN =
  /\b(?:(?:sk|pk|rk|ak|fk|fw|hf|gsk|npm|pypi|whsec|ghp|gho|ghu|ghs|ghr|github_pat|glpat|glrt|dop_v1|shpat|shpss|sntrys|dckr_pat|atlasv1|xox[a-z]|xapp|tvly|pplx|r8|rpa|lin_api)[-_][\w-]{8,}|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{10,}|SG\.[\w-]{10,99}\.[\w-]{10,}|eyJ[\w-]{8,999}\.[\w-]+(?:\.[\w-]*)?)/g
/** Names of hosts, packages and models that start like a token: `npm-registry`, `hf-transformers`. */
const WORDS = /^(?:pk|rk|ak|fw|hf|npm|pypi|r8|rpa)-[a-z-]+$/

const maskTokens = (text: string, mask: (secret: string) => string): string => {
  const known = text
    .replace(PRIVATE_KEY, mask)
    .replace(KNOWN_TOKEN, (token) => (WORDS.test(token) ? token : mask(token)))
  // Special characters between letters and digits belong to the same token, which is masked completely.
  const maskRun = (all: string, _head: string, run: string) => (isToken(run) ? mask(all) : all)
  return outsideMarks(known, (part) => part.replace(RUN, maskRun))
}

const steps = [maskAddresses, maskBareAddresses, maskNamed, maskTokens]

/** A candidate for a token of unknown format. The prefix of a digest is part of the match. */
const RUN =
  /(?<head>[\w+/=~%^!$*\\-]{0,99}[~%^!$*\\])?(?<run>(?:sha(?:1|256|384|512)[:.-])?[A-Za-z0-9+/_=-]{16,})(?<tail>[~%^!$*\\+]+[\w+/=-][\w+/=~%^!$*\\-]*)?/g
const DIGEST = /^sha(?:1|256|384|512)[:.-]/
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const COMMIT = /^[0-9a-f]{40}$/

const isToken = (run: string): boolean => {
  if (DIGEST.test(run)) return false
  const rest = run.replace(UUID, '')
  const pieces = rest.split(/[-_/+=]+/).filter((piece) => !COMMIT.test(piece))
  // Base64 occasionally contains a character that looks like a separator.
  return pieces.some(isRandom) || (pieces.join('').length >= 24 && isMixed(pieces.join('/')))
}

/** Longer than any word or name, or shorter with mixed letters and digits. */
const isRandom = (piece: string): boolean =>
  piece.length >= 16 && !/^\d+$/.test(piece) && (piece.length >= 40 || isMixed(piece))

/**
 * Whether changes between letter cases and digits are more frequent than in words, versions and names. Camel case has
 * one change per word; a random text has one every few characters.
 */
const isMixed = (text: string): boolean =>
  (text.match(/[a-z](?=[A-Z])|[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) / text.length >= 0.2

// Private-use characters, which don't occur in settings, around a hash.
const START = '\u{f8ff}\u{e0aa}'
const END = '\u{e0bb}\u{f8ff}'

/** Matches the marks of secrets in masked text. Global; its source is used in other patterns. */
export const secretMarks = new RegExp(`${START}[A-Za-z0-9_-]{16,64}${END}`, 'gu')

const oneMark = new RegExp(`^(?:${secretMarks.source})$`, 'u')

/** The mark of a secret with this hash. */
export const secretMark = (hash: string): string => `${START}${hash}${END}`

/** Whether a text is exactly one mark. */
export const isSecretMark = (text: string): boolean => oneMark.test(text)

/** Whether unmasked text contains the edge of a mark, so that a part of it could be mistaken for a mark. */
export const hasMarkEdge = (text: string): boolean => text.includes(START) || text.includes(END)

/** Applies a change to the text around the marks. The marks stay unchanged. */
const outsideMarks = (text: string, change: (part: string) => string): string => {
  // A fast path: most texts contain no secret, and each is processed several times.
  if (!text.includes(START)) return change(text)
  let changed = ''
  let at = 0
  for (const { 0: mark, index } of text.matchAll(secretMarks)) {
    changed += change(text.slice(at, index)) + mark
    at = index + mark.length
  }
  return changed + change(text.slice(at))
}
