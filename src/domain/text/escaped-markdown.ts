/**
 * Safe prose as Markdown: what a model wrote may not become markup, links or mentions of people. Colons stay as they are where
 * they begin no link, for an issue is read as plain text as well.
 */
export const escapedMarkdown = (text: string): string =>
  text
    .replace(/[&<>@\\`*_[\]|~#!$]/g, (sign) => entities[sign] ?? `\\${sign}`)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, (sign) => (sign === ':' ? '&#58;' : '&#46;'))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }
