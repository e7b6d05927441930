import { type JudgedCriterion, ratioText } from '../../src/domain/readiness/judged-criteria.ts'
import { type CriterionTally, nextLevel } from '../../src/domain/readiness/next-level.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { fit, truncate } from '../../src/domain/text/fit.ts'
import { oneLine } from '../../src/domain/text/one-line.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { textWidth } from '../../src/domain/text/width.ts'
import { cutStyled } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'

/** The shortest way to the next level of a repository, as much of it as `height` rows hold. */
export const wayLines = (
  { name, level, reports: [report, older] }: RepositoryRow,
  tallies: ReadonlyMap<string, CriterionTally>,
  height: number,
  width: number,
  theme: Theme,
): string[] => {
  const way = report && nextLevel(report, tallies, older)
  if (!way) return [cutStyled(` ${theme.strong(name)}  L${level}  ${theme.muted('there is no higher level')}`, width)]
  const { to, missing, criteria } = way
  const head =
    missing === undefined
      ? theme.muted('nothing of the level was judged, so it opens nothing')
      : `${theme.strong(String(missing))} ${theme.muted(`more of these ${criteria.length} ${missing === 1 ? 'opens' : 'open'} L${to}: lost first, then nearly passed, then easiest`)}`
  const rows = Math.max(0, height - 1)
  const shown = criteria.slice(0, criteria.length > rows ? rows - 1 : rows)
  const names = Math.min(NAME_CELLS, Math.max(0, ...shown.map(({ id }) => textWidth(safeText(id)))))
  const passesIn = ({ id }: JudgedCriterion): string => {
    const { passed, failed, skipped, unknown } = tallies.get(id) ?? noTally
    return `passes in ${passed} of ${passed + failed + skipped + unknown}`
  }
  const passesCells = Math.max(0, ...shown.map((criterion) => passesIn(criterion).length))
  const line = (criterion: JudgedCriterion): string => {
    const { id, rationale } = criterion
    const ratio = fit(ratioText(criterion), RATIO_CELLS, 'right')
    const facts = `   ${fit(safeText(id), names)}  ${ratio}  ${fit(passesIn(criterion), passesCells)}   `
    const why = truncate(safeText(oneLine(rationale)), width - textWidth(facts) - 1)
    return facts + theme.muted(why.replace(/(?<!\s)\s+…$/, '…'))
  }
  const hidden = criteria.length - shown.length
  return [
    ` ${theme.strong(name)}  L${level}   ${head}`,
    ...shown.map(line),
    ...(hidden > 0 ? [theme.muted(`   ${hidden} more: w lists them`)] : []),
  ].map((text) => cutStyled(text, width))
}

const NAME_CELLS = 32
const RATIO_CELLS = 5
const noTally: CriterionTally = { passed: 0, failed: 0, skipped: 0, unknown: 0 }
