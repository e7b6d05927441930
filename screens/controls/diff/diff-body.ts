import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { wordsAndRule } from '../../../src/domain/risk/finding-text.ts'
import type { RiskFinding } from '../../../src/domain/risk/revision-risk.ts'
import { gravestOf, levelOf } from '../../../src/domain/risk/risk-verdict.ts'
import { type Path, pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { joinOrAlone } from '../../kit/detail/list-and-detail.ts'
import { rule } from '../../kit/screen/frame.ts'
import { verdictText } from '../shared/verdict-text.ts'
import { lastChangedText } from './diff-blame.ts'
import type { DiffPart } from './use-diff-part.ts'
import type { ShownDiff } from './use-shown-diff.ts'

/** The rule above the changes: what filters are at work, and how many changes they leave. */
export const diffDivider = (
  { filter, problem, quick, shown }: ShownDiff['wanted'],
  comparison: Comparison | undefined,
  width: number,
  theme: Theme,
): string => {
  const [count, total] = [shown?.changes.length ?? 0, comparison?.changes.length ?? 0]
  return filter.isActive || quick === 'all'
    ? filter.divider(count, total, width, theme, problem)
    : ` ${theme.accent('f')} ${quick}  ${theme.muted(`${fullNumber(count)} of ${fullNumber(total)} changes, f shows others`)}`
}

/** All rows below the divider: the tree with its detail, or the text with its foot, or why there is neither. */
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
  return joinOrAlone(tree.lines(), part.detailNow(), { room, isDetail, width }, panes, theme)
}

const emptyWords = (
  { wanted: { shown, quick }, failures, text }: ShownDiff,
  comparison: Comparison | undefined,
): string | undefined => {
  if (!comparison || !shown) return failures.length > 0 ? '' : 'comparing…'
  if (comparison.changes.length === 0) return 'These two revisions do not differ.'
  if (shown.changes.length === 0) {
    return quick === 'all' ? 'No change matches: Esc shows all.' : `No change here is ${quick}: f shows others.`
  }
  return text.isMaking ? 'laying both over each other…' : undefined
}

/** Where the selected line of the text stands, what the rules say of it, and who changed it. */
const footLines = (
  { layout, partNow, tree }: ShownDiff,
  { blameNow, secret }: DiffPart,
  width: number,
  theme: Theme,
) => {
  if (layout.footRows === 0) return []
  const { row, path } = partNow()
  const last = lastChangedText(blameNow(), width)
  const about = [secret.line(theme), ...(last === '' ? [] : [theme.muted(last)])].filter(Boolean).join('   ')
  return [rule(width, theme), ` ${footTitle(path, row ? tree.findingsOf(row) : [], theme)}`, ` ${about}`]
}

const footTitle = (path: Path | undefined, findings: readonly RiskFinding[], theme: Theme): string => {
  if (!path) return ''
  const gravest = gravestOf(findings)
  const title = theme.strong(safeText(pathText(path)))
  if (!gravest) return title
  const said = wordsAndRule(gravest)
  return `${title}   ${verdictText(levelOf(gravest), theme)} ${theme.muted(said)}`
}
