import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { codeSpan } from '../text/code-span.ts'
import { moment } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'

/**
 * Safe prose as Markdown: what a model wrote may not become markup, links or mentions of people. Colons stay as they are where
 * they begin no link, for an issue is read as plain text as well.
 */
export const escapedText = (text: string): string =>
  text
    .replace(/[&<>@\\`*_[\]|~#!$]/g, (sign) => entities[sign] ?? `\\${sign}`)
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, (sign) => (sign === ':' ? '&#58;' : '&#46;'))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '@': '&#64;' }

/** A rationale as a quote in Markdown, a line each. */
export const quotedText = (rationale: string | undefined): string[] =>
  safeText(rationale || 'The report gives no rationale.', 'text')
    .split('\n')
    .map((line) => `> ${escapedText(line).replace(/^(\s*)([-+=])/, '$1\\$2')}`.trimEnd())

/** When a report was made, of which commit and branch, in Markdown. */
export const judgedWhen = ({ createdAt, commitHash, branch }: Lenient<ReadinessReport>): string =>
  [
    moment(createdAt),
    ...(commitHash === undefined ? [] : [`commit ${codeSpan(safeText(commitHash))}`]),
    ...(branch === undefined ? [] : [`branch ${codeSpan(safeText(branch))}`]),
  ].join(', ')
