import { authorOf } from '../../../src/domain/revisions/revision-brief.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { wordsAndRule } from '../../../src/domain/risk/finding-text.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { countVerdicts, levelIn, levelOf, VERDICTS, worstOf } from '../../../src/domain/risk/risk-verdict.ts'
import { countChanges, countsInSigns, countsInWords } from '../../../src/domain/settings-diff/change-counts.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { counted, fullNumber, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, filled, justify } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinOrAlone } from '../../kit/detail/list-and-detail.ts'
import { rule } from '../../kit/screen/frame.ts'
import { dayOf, whoOf } from '../shared/revision-text.ts'
import { verdictText } from '../shared/risk-column.ts'
import type { Revision } from '../shared/use-revisions.ts'
import { lastChangedText } from './diff-detail.ts'
import type { DiffPart } from './use-diff-part.ts'
import type { ShownDiff } from './use-shown-diff.ts'

/** The rule above the changes: the active filters, and how many changes match. */
export const diffDivider = (
  { filter, problem, quick, shown }: ShownDiff['wanted'],
  comparison: Comparison | undefined,
  width: number,
  theme: Theme,
): string => {
  const [count, total] = [shown?.changes.length ?? 0, comparison?.changes.length ?? 0]
  return filter.isActive || quick === 'all'
    ? filter.divider(count, total, width, theme, { problem })
    : ` ${theme.accent('f')} ${quick}  ${theme.muted(`${fullNumber(count)} of ${counted(total, 'change')}, f shows other kinds`)}`
}

/** All rows below the divider: the tree with its detail, or the text with its footer, or why there are none. */
export const diffBody = (
  diff: ShownDiff,
  part: DiffPart,
  comparison: Comparison | undefined,
  width: number,
  theme: Theme,
): string[] => {
  const { isTree, isDetail, layout, tree, text } = diff
  const { room, panes } = layout
  const words = emptyWords(diff, comparison)
  if (words !== undefined) return filled([` ${theme.muted(words)}`], room)
  if (!isTree) return [...filled(text.lines(), layout.textHeight), ...footLines(diff, part, width, theme)]
  return joinOrAlone(tree.lines(), part.getDetail(), { room, isDetail, width }, panes, theme)
}

const emptyWords = (
  { wanted: { shown, quick }, failures, text }: ShownDiff,
  comparison: Comparison | undefined,
): string | undefined => {
  if (!comparison || !shown) return failures.length > 0 ? '' : 'comparing…'
  if (comparison.changes.length === 0) return 'These revisions are equal.'
  if (shown.changes.length === 0) {
    return quick === 'all'
      ? 'No change matches. Press Esc to show all.'
      : `No ${quick} changes. Press f to show others.`
  }
  return text.isComputing ? 'building diff…' : undefined
}

/** The path of the selected line, its most severe finding, and the revision that last changed it. */
const footLines = (
  { layout, getPart, tree }: ShownDiff,
  { getBlame, secret }: DiffPart,
  width: number,
  theme: Theme,
) => {
  if (layout.footRows === 0) return []
  const { row, path } = getPart()
  const last = lastChangedText(getBlame(), width)
  const about = [secret.line(theme), ...(last === '' ? [] : [theme.muted(last)])].filter(Boolean).join('   ')
  return [rule(width, theme), ` ${footTitle(path, row ? tree.findingsOf(row) : [], theme)}`, ` ${about}`]
}

const footTitle = (path: Path | undefined, findings: readonly RiskFinding[], theme: Theme): string => {
  if (!path) return ''
  const worst = worstOf(findings)
  const title = theme.strong(safeText(pathText(path)))
  if (!worst) return title
  const words = wordsAndRule(worst)
  return `${title}   ${verdictText(levelOf(worst), theme)} ${theme.muted(words)}`
}

/** Both revisions on the left, the number of changes and findings on the right, in the longest form that fits. */
export const diffHead = (
  before: Revision = {},
  after: Revision = {},
  comparison: Comparison | undefined,
  width: number,
  theme: Theme,
): string => {
  const both = (name: (revision: Revision) => string): string =>
    ` ${theme.accent('A')} ${name(before)}   ${theme.accent('B')} ${name(after)}`
  const number = ({ revision }: Revision): string => String(revision ?? UNKNOWN)
  // The day is dropped first, then the author. The verdicts on the right stay, because they matter more.
  const lefts = [
    both((one) => `${number(one)} ${dayOf(one)} ${whoOf(authorOf(one))}`),
    both((one) => `${number(one)} ${whoOf(authorOf(one))}`),
    both(number),
  ]
  const rights = comparison === undefined ? [`${theme.muted('comparing…')} `] : countTexts(comparison, theme)
  for (const left of lefts) {
    for (const right of rights) {
      const whole = justify(left, `  ${right}`, width)
      if (whole !== left) return whole
    }
  }
  return cutStyled(lefts[0] ?? '', width)
}

/** All forms, from the longest to the shortest. */
const countTexts = ({ changes, findings }: Comparison, theme: Theme): string[] => {
  const counts = countChanges(changes)
  const found = countVerdicts(findings)
  const verdicts = VERDICTS.filter((verdict) => found[verdict] > 0).map((verdict) =>
    verdictText(levelIn(found, verdict), theme, found[verdict]),
  )
  const words = changes.length === 0 ? 'no difference' : countsInWords(counts)
  const brief = changes.length === 0 ? words : countsInSigns(counts)
  if (verdicts.length === 0) return [`${words} `, `${brief} `]
  const critical = verdicts.slice(0, 2).join('  ')
  return [
    `${words}   ${verdicts.join('  ')} `,
    `${words}   ${critical} `,
    `${brief}   ${critical} `,
    `${critical} `,
    `${verdicts[0]} `,
  ]
}
