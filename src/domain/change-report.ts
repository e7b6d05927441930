import { type ChangeLine, changeLines, countText } from './change-lines.ts'
import { findingWords } from './finding-text.ts'
import { markdownText } from './markdown-text.ts'
import type { RiskFinding } from './revision-risk.ts'
import type { Comparison } from './settings-diff/compare-settings.ts'
import { type Path, pathText } from './settings-diff/setting-path.ts'

/** What the two are called: `412`, `418 2026-07-14 m.ito`. Untrusted text. */
export type ReportNames = { before: string; after: string }

/**
 * What differs between two revisions as a Markdown document: counts, what widened with its rules, and a table of changes for
 * each member of the settings. Secrets are masked, and no value or name breaks out of its place.
 */
export const changesMarkdown = (comparison: Comparison, { before, after }: ReportNames): string => {
  const lines = changeLines(comparison)
  const blocks = [
    `# Controls: ${markdownText(before)} to ${markdownText(after)}`,
    lines.length === 0 ? 'The settings do not differ.' : [countText(lines), ...verdictCounts(comparison)].join('  '),
    ...widenedBlocks(comparison.findings),
    ...[...byMember(lines)].flatMap(([member, own]) => [`## ${markdownText(member)}`, changeTable(own)]),
  ]
  return `${blocks.join('\n\n')}\n`
}

const verdictCounts = ({ findings }: Comparison): string[] =>
  (['widened', 'narrowed', 'neutral'] as const).flatMap((verdict) => {
    const count = findings.filter((finding) => finding.verdict === verdict).length
    return count > 0 ? [`${count} ${verdict}`] : []
  })

const widenedBlocks = (findings: readonly RiskFinding[]): string[] => {
  const rows = findings
    .filter(({ verdict }) => verdict === 'widened')
    .map(
      (finding) =>
        `- ${markdownText(pathText(finding.path))} ${findingWords(finding)}. ${finding.why} (${finding.rule})`,
    )
  return rows.length > 0 ? ['## What was widened', rows.join('\n')] : []
}

const byMember = (lines: readonly ChangeLine[]): Map<string, ChangeLine[]> => {
  const members = new Map<string, ChangeLine[]>()
  for (const line of lines) {
    const member = memberName(line.place)
    const own = members.get(member)
    if (own) own.push(line)
    else members.set(member, [line])
  }
  return members
}

const memberName = (path: Path): string => pathText(path.slice(0, 1))

const changeTable = (lines: readonly ChangeLine[]): string => {
  const rows = lines.map(({ kind, path, before, after, findings }) => {
    const risks = findings.map(({ verdict, rule }) => `${verdict} (${rule})`).join(', ')
    const cells = [markdownText(path), kind, markdownText(before ?? ''), markdownText(after ?? ''), risks]
    return `| ${cells.join(' | ')} |`
  })
  return ['| path | change | before | after | risk |', '|---|---|---|---|---|', ...rows].join('\n')
}
