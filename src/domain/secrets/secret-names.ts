/** Members all of whose values may be secrets, as they are written without separators in lower case. */
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
const SECRET_NAME = /key|token|secret|passw|passphrase|passcode|credential|auth|cookie|webhook/i
/** Secrets that are parts of other words too, so that they count only as a word of their own. */
const SECRET_WORDS = new Set(['pin', 'otp', 'cvc', 'cvv'])

/** Whether a member of this name holds secrets, itself or below it. */
export const isSecretPlace = (name: string): boolean =>
  SECRET_NAME.test(name) ||
  SECRET_PLACES.has(name.replace(/[-_\s]/g, '').toLowerCase()) ||
  wordsOf(name).some((word) => SECRET_WORDS.has(word))

/**
 * Words by which a number in a secret place says that it is none, although the place or the rest of its name speaks of
 * secrets: `maxOutputTokens`, `keyCount`, `AUTH_PORT`, `tokenTtlSeconds`.
 */
const PLAIN_NUMBER_WORDS: Readonly<Record<string, readonly string[]>> = {
  limits: ['max', 'maximum', 'min', 'minimum', 'limit', 'limits', 'quota', 'budget', 'threshold', 'cap'],
  counts: [
    'count',
    'counts',
    'number',
    'num',
    'total',
    'size',
    'length',
    'len',
    'bytes',
    'bits',
    'retries',
    'attempts',
  ],
  // The plural counts them: a number is not several secrets. In a list each of them may be one.
  plurals: ['tokens', 'keys', 'secrets', 'passwords', 'credentials', 'cookies', 'webhooks'],
  ports: ['port', 'ports'],
  times: ['ms', 'millis', 'seconds', 'secs', 'sec', 'minutes', 'mins', 'hours', 'days', 'weeks', 'months', 'years'],
  spans: [
    'timeout',
    'ttl',
    'interval',
    'delay',
    'period',
    'age',
    'duration',
    'expires',
    'expiry',
    'expiration',
    'lifetime',
  ],
  moments: ['at', 'since', 'until', 'date', 'time', 'timestamp', 'iat', 'exp', 'nbf'],
  kinds: ['level', 'version', 'priority', 'rate', 'ratio', 'percent', 'enabled', 'disabled'],
}
const plainWords = new Set(Object.values(PLAIN_NUMBER_WORDS).flat())
const plurals = new Set(PLAIN_NUMBER_WORDS.plurals)

/**
 * Whether a number in a secret place is one: not by the table above, and not a flag, which is 0 or 1.
 *
 * @param name - Of the member that is or holds the number; undefined for none.
 * @param isItem - Whether the number stands in a list.
 */
export const isSecretNumber = (value: number, name: string | undefined, isItem: boolean): boolean =>
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
