import type { SafeText } from './safe-text.ts'

/**
 * Text as a Markdown code span on one line. Nothing in it is interpreted as markup, HTML, a link, a mention or an
 * emoji, and the text between the backticks is unchanged. Not for table cells, where a `|` would end the cell. An empty
 * text becomes `(empty)`, because a span can't be empty.
 */
export const codeSpan = (text: SafeText): string => {
  if (text === '') return '(empty)'
  // The span ends at the next run of as many backticks as it starts with.
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1)
  // Markdown removes one space on each side, unless the text is only spaces.
  const pad = /^`|`$|^ .* $/.test(text) && text.trim() !== '' ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

/**
 * Escapes safe prose for Markdown, because text from a model must not become markup, links or mentions. Colons that
 * start no link stay unchanged, because issues are also read as plain text.
 */
export const escapedMarkdown = (text: string): string =>
  text
    .replace(/[&<>@\\`*_[\]|~#!$]/g, (sign) => entities[sign] ?? `\\${sign}`)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, (sign) => (sign === ':' ? '&#58;' : '&#46;'))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }
