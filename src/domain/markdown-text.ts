import { safeText } from './safe-text.ts'

/**
 * Foreign text within a line of Markdown: it stays one line and makes no markup, HTML, link, mention or cell of a table.
 * It may not begin a line, where more signs mean something.
 */
export const markdownText = (raw: unknown): string =>
  safeText(raw).replace(/[&<>@:\\`*_[\]|~#!$]/g, (sign) => entities[sign] ?? `\\${sign}`)

// A mention or an address is found without any sign that a backslash would take away.
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': '&#64;',
  ':': '&#58;',
}
