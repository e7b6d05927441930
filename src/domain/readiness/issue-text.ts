import type { Lenient } from '../../contract/lenient.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { codeSpan } from '../text/code-span.ts'
import { escapedMarkdown } from '../text/escaped-markdown.ts'
import { moment } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'

/** A rationale as a quote in Markdown, a line each. */
export const quotedText = (rationale: string | undefined): string[] =>
  safeText(rationale || 'The report gives no rationale.', 'text')
    .split('\n')
    .map((line) => `> ${escapedMarkdown(line).replace(/^(\s*)([-+=])/, '$1\\$2')}`.trimEnd())

/** When a report was made, of which commit and branch, in Markdown. */
export const judgedWhen = ({ createdAt, commitHash, branch }: Lenient<ReadinessReport>): string =>
  [
    moment(createdAt),
    ...(commitHash === undefined ? [] : [`commit ${codeSpan(safeText(commitHash))}`]),
    ...(branch === undefined ? [] : [`branch ${codeSpan(safeText(branch))}`]),
  ].join(', ')
