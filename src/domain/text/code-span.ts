import type { SafeText } from './safe-text.ts'

/**
 * Text as a code span of Markdown, on one line: nothing in it is markup, HTML, a link, a mention or an emoji, and what
 * is between its fences is the text, sign for sign. Not for cells of tables, where a `|` would end it. A text of no signs is
 * told as such, as no span can be empty.
 */
export const codeSpan = (text: SafeText): string => {
  if (text === '') return '(empty)'
  // The span ends at the next run of as many backticks as it began with.
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  // A space on both sides is taken away, but for a text of spaces only.
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== '' ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

/**
 * Safe prose as Markdown: what a model wrote may not become markup, links or mentions of people. Colons stay as they are where
 * they begin no link, for an issue is read as plain text as well.
 */
export const escapedMarkdown = (text: string): string =>
  text
    .replace(/[&<>@\\`*_[\]|~#!$]/g, (sign) => entities[sign] ?? `\\${sign}`)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, (sign) => (sign === ':' ? '&#58;' : '&#46;'))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }
