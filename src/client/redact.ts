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

const jsonEscaped = (text: string): string[] => {
  const once = JSON.stringify(text).slice(1, -1)
  return [once, once.replaceAll('/', '\\/'), JSON.stringify(once).slice(1, -1)]
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

// A shorter text is in every other word: masking it would ruin what is shown and, by its gaps, spell the secret out.
const SHORTEST_SECRET = 4

/**
 * Answers a function that replaces every secret in a text by {@link MASK}, also where it stands in base64 (whatever
 * stands before it), percent-encoded or JSON-escaped. Secrets of fewer than four characters are not looked
 * for, nor are encoded forms too short to mean anything; with no secret the text comes back as it is.
 */
export const createRedactor = (secrets: readonly string[]): ((text: string) => string) => {
  const forms = new Set<string>()
  for (const secret of secrets.filter((text) => text.length >= SHORTEST_SECRET)) {
    forms.add(secret)
    for (const form of [...percentEncoded(secret), ...jsonEscaped(secret)]) forms.add(form)
    for (const form of base64Encoded(secret)) if (form.length >= 6) forms.add(form)
  }
  if (forms.size === 0) return (text) => text
  // Longest first, or a form that begins another would leave its tail behind.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(quoted).join('|'), 'g')
  return (text) => text.replace(pattern, MASK)
}
