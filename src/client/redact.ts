/** What a secret is replaced by: it shows neither its length nor its end. */
export const MASK = '••••••'

const percentEncoded = (text: string): string[] => {
  const upper = encodeURIComponent(text)
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  return [upper, form].flatMap((encoded) => [encoded, encoded.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())])
}

// Base64 packs three bytes into four characters, so a secret inside a longer text (`user:secret`) looks different
// depending on where it starts. Only characters made of the secret's bits alone are looked for.
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
 * A pattern for a text as it stands in JSON, or with `times` 2 in JSON inside JSON: any character may be written by its
 * number there. The ways to write one differ in what they begin with, so nothing is tried twice.
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

// A shorter text is in every other word: masking it would ruin what is shown and, by its gaps, spell the secret out.
const SHORTEST_SECRET = 4

/**
 * Answers a function that replaces every secret in a text by {@link MASK}, also where it stands in base64 (whatever stands before
 * it), percent-encoded or JSON-escaped. It is for texts that people read; JSON goes through {@link masked}, as what is not inside
 * its strings is not text. Secrets of fewer than four characters are not looked for, nor are encoded forms too short to mean
 * anything; with no secret the text comes back as it is.
 */
export const createRedactor = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = formsOf([...new Set(secrets)].filter(({ length }) => length >= SHORTEST_SECRET))
  // Most texts that are printed are shorter than any form of a key: to search them all would take as long as writing them.
  return forms ? (text) => (text.length < forms.shortest ? text : text.replace(forms.pattern, MASK)) : (text) => text
}

/** What secrets look like, and the length of the shortest of it. */
const formsOf = (secrets: readonly string[]) => {
  const forms = new Map<string, number>()
  for (const secret of secrets) {
    for (const form of [secret, ...percentEncoded(secret)]) forms.set(quoted(form), form.length)
    for (const form of base64Encoded(secret)) if (form.length >= 6) forms.set(quoted(form), form.length)
    for (const times of [1, 2]) forms.set(escapedPattern(secret, times), secret.length)
  }
  if (forms.size === 0) return undefined
  // Longest first, or a form that begins another would leave its tail behind.
  const longestFirst = [...forms].sort(([, a], [, b]) => b - a).map(([form]) => form)
  return { pattern: new RegExp(longestFirst.join('|'), 'g'), shortest: Math.min(...forms.values()) }
}
