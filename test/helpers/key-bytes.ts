const named: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\x1b',
  Tab: '\t',
  'S-Tab': '\x1b[Z',
  Space: ' ',
  Backspace: '\x7f',
  Delete: '\x1b[3~',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  F1: '\x1bOP',
}

/** The bytes that a terminal sends for a key in the notation of bindings: `j`, `Enter`, `^d`, `M-x`. */
export const keyBytes = (key: string): string => {
  const bytes = named[key]
  if (bytes !== undefined) return bytes
  if (/^M-./.test(key)) return `\x1b${keyBytes(key.slice(2))}`
  if (/^\^[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(1) & 0x1f)
  if (/^[A-Z][a-z]/.test(key)) throw new Error(`${JSON.stringify(key)} is not the name of a key`)
  return key
}
