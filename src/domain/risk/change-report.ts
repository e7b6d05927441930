import { pathText } from '../settings-diff/setting-path.ts'
import { codeSpan } from '../text/code-span.ts'
import { safeText } from '../text/safe-text.ts'
import { type ChangeLine, changeLines, countText, isOfEntry } from './change-lines.ts'
import type { Comparison } from './compare-settings.ts'
import { findingWords } from './finding-text.ts'
import type { RiskFinding } from './revision-risk.ts'
import { countVerdicts, VERDICTS, worstFirst } from './risk-verdict.ts'

/** Names of the two revisions: `412`, `418 2026-07-14 m.ito`. Untrusted text. */
export type ReportNames = { before: string; after: string }

/**
 * The differences of two revisions as a Markdown document: counts, the loosened settings with the rules and their
 * reasons, and the changes grouped by top-level setting. Secrets are masked. All names and values are escaped code
 * spans; long ones are truncated.
 */
export const changesMarkdown = (comparison: Comparison, { before, after }: ReportNames): string => {
  const lines = changeLines(comparison)
  const blocks = [
    `# Controls: ${nameText(before)} to ${nameText(after)}`,
    lines.length === 0
      ? 'The settings are identical.'
      : [countText(lines).replaceAll('  ', ', '), ...verdictTexts(comparison)].join(', '),
    ...loosenedBlocks(comparison.findings),
    ...[...Map.groupBy(lines, ({ place }) => pathText(place.slice(0, 1)))].flatMap(([member, own]) => [
      `## ${codeSpan(safeText(member))}`,
      own.map(changeItem).join('\n'),
    ]),
  ]
  return `${blocks.join('\n\n')}\n`
}

// Numbers need no code span.
const nameText = (name: string): string => (/^\d+$/.test(name) ? name : codeSpan(safeText(name)))

const verdictTexts = ({ findings }: Comparison): string[] => {
  const counts = countVerdicts(findings)
  return VERDICTS.filter((verdict) => counts[verdict] > 0).map(
    (verdict) =>
      `${counts[verdict]} ${verdict}${verdict === 'loosened' && counts.critical > 0 ? ` (${counts.critical} critical)` : ''}`,
  )
}

const loosenedBlocks = (findings: readonly RiskFinding[]): string[] => {
  const loosened = worstFirst(findings).filter(({ verdict }) => verdict === 'loosened')
  const items = loosened.map(
    (finding) =>
      `- ${finding.isCritical ? '**!!** ' : ''}${codeSpan(safeText(pathText(finding.path)))} ${findingWords(finding)}. ${finding.why} (rule ${codeSpan(safeText(finding.rule))})`,
  )
  return items.length > 0 ? ['## Loosened', items.join('\n')] : []
}

const changeItem = (line: ChangeLine): string => {
  const rules = line.findings.map(({ verdict, what, rule }) =>
    what === 'unknown' ? `${verdict}, unknown meaning` : `${verdict} by ${codeSpan(safeText(rule))}`,
  )
  const risk = rules.length > 0 ? ` (${rules.join(', ')})` : ''
  return `- ${line.kind} ${codeSpan(line.path)}${valuesText(line)}${risk}`
}

const valuesText = (line: ChangeLine): string => {
  const { kind, before = safeText(''), after = safeText('') } = line
  if (isOfEntry(line)) return ''
  if (kind === 'reordered') return `: now ${codeSpan(after)}`
  if (kind !== 'changed') return `: ${codeSpan(kind === 'added' ? after : before)}`
  // A changed secret, or values that were truncated before their difference.
  return before === after ? `: ${codeSpan(after)} changed` : `: ${codeSpan(before)} to ${codeSpan(after)}`
}
