/** Signs in our own texts that are no part of a theme, each with what stands for it in as many cells. */
const asciiOf: Record<string, string> = {
  '–': '-',
  '—': '-',
  '…': '~',
  '≈': '~',
  '·': '.',
  // Stands for secrets, and before what is new.
  '•': '*',
  '’': "'",
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  // Shades of parts of a whole, as charts draw them.
  '█': '#',
  '▓': '=',
  '▒': '-',
  '░': '.',
}
const signs = new RegExp(`[${Object.keys(asciiOf).join('')}]`, 'g')

/** A line for a terminal without Unicode. The theme has its signs already; those of words and numbers are replaced here. */
export const withAsciiSigns = (line: string): string => line.replaceAll(signs, (sign) => asciiOf[sign] ?? sign)
