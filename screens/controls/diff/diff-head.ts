import { authorOf } from '../../../src/domain/revisions/revision-brief.ts'
import type { Comparison } from '../../../src/domain/risk/compare-settings.ts'
import { countVerdicts, levelIn, VERDICTS } from '../../../src/domain/risk/risk-verdict.ts'
import { countChanges, countsInSigns, countsInWords } from '../../../src/domain/settings-diff/change-counts.ts'
import { moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, near } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { Revision } from '../shared/use-revisions.ts'
import { verdictText } from '../shared/verdict-text.ts'

const whoOf = (revision: Revision): string => safeText(authorOf(revision).who ?? UNKNOWN)
const dayOf = ({ updatedAt }: Revision): string =>
  updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt)).slice(0, 10)

/** Both revisions on the left; on the right how much differs and what that means, as much of it as there is room for. */
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
  // What was widened is worth more than when, and that more than by whom.
  const lefts = [
    both((one) => `${number(one)} ${dayOf(one)} ${whoOf(one)}`),
    both((one) => `${number(one)} ${whoOf(one)}`),
    both(number),
  ]
  const rights = comparison === undefined ? [`${theme.muted('comparing')} `] : countTexts(comparison, theme)
  for (const left of lefts) {
    for (const right of rights) {
      const whole = near(left, `  ${right}`, width)
      if (whole !== left) return whole
    }
  }
  return cutStyled(lefts[0] ?? '', width)
}

/** The longest first. */
const countTexts = ({ changes, findings }: Comparison, theme: Theme): string[] => {
  const counts = countChanges(changes)
  const found = countVerdicts(findings)
  const verdicts = VERDICTS.filter((verdict) => found[verdict] > 0).map((verdict) =>
    verdictText(levelIn(found, verdict), theme, found[verdict]),
  )
  const words = changes.length === 0 ? 'no difference' : countsInWords(counts)
  const brief = changes.length === 0 ? words : countsInSigns(counts)
  if (verdicts.length === 0) return [`${words} `, `${brief} `]
  const grave = verdicts.slice(0, 2).join('  ')
  return [
    `${words}   ${verdicts.join('  ')} `,
    `${words}   ${grave} `,
    `${brief}   ${grave} `,
    `${grave} `,
    `${verdicts[0]} `,
  ]
}
