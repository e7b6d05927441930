/**
 * Masks what looks like a secret within a text and leaves the rest, and what is masked already, as it is: what stands before
 * the @ and behind the ? of addresses, the ways of webhooks, what is named as a secret where it stands, and tokens.
 *
 * @param mask - Answers a mark of secret-marks.ts.
 */
export const maskText = (text: string, mask: (secret: string) => string): string => {
  // Until nothing more is found: cutting out of an address can reveal another one.
  let before = ''
  let masked = text
  while (masked !== before) {
    before = masked
    for (const step of steps) masked = outsideMarks(masked, (part) => step(part, mask))
  }
  return masked
}

// Every repetition below that can backtrack is bounded: settings of a hostile server may be long.

/** An address: its `//`, what stands before the path, the path, the query and the fragment. */
const ADDRESS = /(\/\/)([^\s/?#"'<>`]*)([^\s?#"'<>`]*)(\?[^\s#"'<>`]*)?(#[^\s"'<>`]*)?/g

const maskAddresses = (text: string, mask: (secret: string) => string): string =>
  text.replace(ADDRESS, (_, slashes: string, host: string, path: string, query?: string, fragment?: string) => {
    // A password may hold an unescaped slash: then what looks like a port is none.
    const isCut = /:[^\d\]]/.test(host.replace(/^\[[^\]]*\]/, ''))
    const way = isCut && !host.includes('@') && path.includes('@') ? host + path : host
    const rest = way === host ? maskWay(host, path, mask) : ''
    const at = way.lastIndexOf('@')
    const safeWay = at > 0 ? `${mask(way.slice(0, at))}${way.slice(at)}` : way
    const safeQuery = query && query.length > 1 ? `?${mask(query.slice(1))}` : (query ?? '')
    const safeFragment = fragment?.includes('=') ? `#${mask(fragment.slice(1))}` : (fragment ?? '')
    return slashes + safeWay + rest + safeQuery + safeFragment
  })

const HOOK_HOST = /(?:^|[.@-])(?:web)?hooks?\./i
/** The part of a path that a secret follows. */
const SECRET_WAY = /\/(?:[\w-]{0,40}webhooks?\w{0,9}|hooks?|key|token|secret)\//i

/** The path of a webhook is its secret: whoever knows it may send. */
const maskWay = (host: string, path: string, mask: (secret: string) => string): string => {
  const named = SECRET_WAY.exec(path)
  const from = HOOK_HOST.test(host) ? 1 : named ? named.index + named[0].length : path.length
  const secret = path.slice(from)
  // A wildcard holds no secret.
  return /[\p{L}\p{N}]/u.test(secret) ? path.slice(0, from) + mask(secret) : path
}

/** `name:pass@` of an address without a scheme, or with one that is escaped. */
const BARE_USER = /([/\\]|%2f)?\b([\w.+-]{1,99}:[^\s:@/\\"'<>`]{1,999})(?=@(?!sha\d)[\w.-]{1,253}([:/\\])?)/gi
/** The query, the fragment or both of an address without a scheme, behind its host and path. */
const BARE_QUERY =
  /((?:\.[a-z]{2,24}|\blocalhost)(?::\d{1,5})?(?:\\?\/[^\s?#"'<>`]{0,2000}[?#]|#))([^\s"'<>`=]{0,200}=[^\s"'<>`]*)/gi

const maskBareAddresses = (text: string, mask: (secret: string) => string): string => {
  const maskUser = (all: string, before = '', user: string, after = '') => (before || after ? before + mask(user) : all)
  const masked = text.includes('@') ? text.replace(BARE_USER, maskUser) : text
  return /[?#]/.test(masked) ? masked.replace(BARE_QUERY, (_, way: string, query: string) => way + mask(query)) : masked
}

const NOUN = '(?:key|token|secret|passw(?:or)?d|passphrase|credentials?|pwd|(?<![a-z])pass)'
/** A value in quotes of its own, which may stand escaped in others; else up to what ends a word. */
const valueOfLength = (least: number): string =>
  `(?:(?<open>\\\\{0,4}["'])(?<quoted>[^\\n]{1,999}?)\\k<open>|(?<bare>[^\\s"'\`;&|]{${least},}))`
const VALUE = valueOfLength(1)
// What follows a word of prose is seldom a secret when short.
const LONGER_VALUE = valueOfLength(4)
const EQUALS = '(?:\\\\{0,4}["\'])?\\s{0,9}=\\s{0,9}'
const COLON = '(?:\\\\{0,4}["\'])?\\s{0,9}:\\s{0,9}'

/** Secrets that are named where they stand, each with what names it. */
const NAMED = [
  // `password=x`, `--token=x`, `sig=x`
  `(?<name>(?:${NOUN}|(?<![a-z])sig(?:nature)?)${EQUALS})${VALUE}`,
  // `--token x`
  `(?<name>(?<!\\w)--?[\\w-]{0,40}${NOUN}\\s{1,9})(?!--?[a-z])${VALUE}`,
  // `"token": "x"`
  `(?<name>${NOUN}${COLON})${LONGER_VALUE}`,
  `(?<name>\\b(?:bearer|basic)\\s{1,9})${LONGER_VALUE}`,
  // Headers hold spaces and semicolons.
  `(?<name>\\bauthorization(?:${EQUALS}|${COLON})(?:\\\\{0,4}["'])?(?:(?:bearer|basic|token|digest|negotiate|apikey)\\s{1,9})?)(?<bare>[^\\s"'\`][^"'\`\\n]*)`,
  `(?<name>\\bcookie(?:${EQUALS}|${COLON})(?:\\\\{0,4}["'])?)(?<bare>[^\\s"'\`][^"'\`\\n]*)`,
  // `-u name:x`; two numbers are those of a user and a group.
  `(?<name>(?:\\s-u\\s{0,9}|--?(?:proxy-)?user[=\\s]\\s{0,9})["']?(?!\\d+:\\d+(?!\\S))[^\\s:"']{1,99}:)(?<bare>[^\\s"'\`;&|]+)`,
].map((source) => new RegExp(source, 'gi'))

/** A name of a variable, which is not its value, and the words that lead to a secret themselves. */
const NO_SECRET =
  /^(?:\$[A-Za-z_]\w{0,99}|\$\{\w{1,99}\}|\$\(|\$\{\{|%\w{1,99}%|[,.:/@\\]){1,9}$|^\$[({]\{?[^:]{0,99}$|^(?:bearer|basic|token|digest|negotiate|apikey)$/i

// Each of the patterns holds one of these, and most texts none.
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
/** Names of hosts, packages and models that begin like a token: `npm-registry`, `hf-transformers`. */
const WORDS = /^(?:pk|rk|ak|fw|hf|npm|pypi|r8|rpa)-[a-z-]+$/

const maskTokens = (text: string, mask: (secret: string) => string): string => {
  const known = text
    .replace(PRIVATE_KEY, mask)
    .replace(KNOWN_TOKEN, (token) => (WORDS.test(token) ? token : mask(token)))
  // Signs that stand between letters and digits without a space belong to the same token, of which nothing must be left.
  const maskRun = (all: string, _head: string, run: string) => (isToken(run) ? mask(all) : all)
  return outsideMarks(known, (part) => part.replace(RUN, maskRun))
}

const steps = [maskAddresses, maskBareAddresses, maskNamed, maskTokens]

/** What a token of no known shape could be part of; a digest that says that it is one counts as one run with its name. */
const RUN =
  /(?<head>[\w+/=~%^!$*\\-]{0,99}[~%^!$*\\])?(?<run>(?:sha(?:1|256|384|512)[:.-])?[A-Za-z0-9+/_=-]{16,})(?<tail>[~%^!$*\\+]+[\w+/=-][\w+/=~%^!$*\\-]*)?/g
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

// Private characters, which no settings have any use for, around a hash.
const START = '\u{f8ff}\u{e0aa}'
const END = '\u{e0bb}\u{f8ff}'

/** What stands for a secret in masked text. Global: for `replace`, `matchAll`, `search` and the source of others. */
export const secretMarks = new RegExp(`${START}[A-Za-z0-9_-]{16,64}${END}`, 'gu')

const oneMark = new RegExp(`^(?:${secretMarks.source})$`, 'u')

/** What stands for a secret of this hash. */
export const secretMark = (hash: string): string => `${START}${hash}${END}`

/** Whether a text is what stands for one secret and nothing else. */
export const isSecretMark = (text: string): boolean => oneMark.test(text)

/** Whether a text that nobody has masked holds an edge of a mark, with which a part of it could pass for masked. */
export const hasMarkEdge = (text: string): boolean => text.includes(START) || text.includes(END)

/** Changes what lies around the marks of a text and leaves them as they are. */
const outsideMarks = (text: string, change: (part: string) => string): string => {
  // Texts without a secret are by far the most, and are looked at again and again.
  if (!text.includes(START)) return change(text)
  let changed = ''
  let at = 0
  for (const { 0: mark, index } of text.matchAll(secretMarks)) {
    changed += change(text.slice(at, index)) + mark
    at = index + mark.length
  }
  return changed + change(text.slice(at))
}
