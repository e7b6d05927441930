/** Replaces a secret. It shows neither the length nor the end of the secret. */
export const MASK = '••••••'

const percentEncoded = (text: string): string[] => {
  const upper = encodeURIComponent(text)
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  return [upper, form].flatMap((encoded) => [encoded, encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())])
}

// Base64 packs three bytes into four characters, so the form of a secret inside a longer text (`user:secret`) depends
// on its offset. Match only characters that consist of the secret's bits alone.
const base64Encoded = (text: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor((bytes.length * 8) / 6)
    return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
  })

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const escapedTimes = (text: string, times: number): string =>
  times === 0 ? text : escapedTimes(JSON.stringify(text).slice(1, -1), times - 1)

/**
 * A pattern for a text inside JSON or, with `times` 2, inside JSON in a JSON string. It matches each character
 * literally or as an escape. The alternatives begin with different characters, so matching does not backtrack.
 */
const escapedPattern = (text: string, times: number): string =>
  [...text]
    .map((character) => {
      const hex = character.charCodeAt(0).toString(16).padStart(4, '0')
      const byNumber =
        quoted(escapedTimes('\\', times - 1)) +
        `u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`
      const bySlash = character === '/' ? [quoted(`${escapedTimes('\\', times - 1)}/`)] : []
      return `(?:${[quoted(escapedTimes(character, times)), byNumber, ...bySlash].join('|')})`
    })
    .join('')

// Shorter texts occur in many words. Masking them would make output unreadable, and the gaps would reveal the secret.
const MIN_SECRET_LENGTH = 4

/**
 * Creates a function that replaces every secret in a text with {@link MASK}, including its base64 (at any offset),
 * percent-encoded and JSON-escaped forms. Use it for plain text. Use {@link masked} for JSON, because values outside
 * strings are not text. Ignores secrets of fewer than four characters and encoded forms of fewer than six. Without
 * secrets it returns the text unchanged.
 */
export const createRedactor = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = formsOf([...new Set(secrets)].filter(({ length }) => length >= MIN_SECRET_LENGTH))
  // Most printed texts are shorter than any form of a key. Searching all of them would take as long as printing them.
  return forms ? (text) => (text.length < forms.shortest ? text : text.replace(forms.pattern, MASK)) : (text) => text
}

/** The forms of secrets, and the length of the shortest form. */
const formsOf = (secrets: readonly string[]) => {
  const forms = new Map<string, number>()
  for (const secret of secrets) {
    for (const form of [secret, ...percentEncoded(secret)]) forms.set(quoted(form), form.length)
    for (const form of base64Encoded(secret)) if (form.length >= 6) forms.set(quoted(form), form.length)
    for (const times of [1, 2]) forms.set(escapedPattern(secret, times), secret.length)
  }
  if (forms.size === 0) return undefined
  // Longest first: a shorter form could match the beginning of a longer one and leave its end unmasked.
  const longestFirst = [...forms].sort(([, a], [, b]) => b - a).map(([form]) => form)
  return { pattern: new RegExp(longestFirst.join('|'), 'g'), shortest: Math.min(...forms.values()) }
}
