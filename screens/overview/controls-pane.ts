import { isNewSince, type LastLook } from '../../src/domain/revisions/day-revisions.ts'
import type { RevisionBrief } from '../../src/domain/revisions/revision-brief.ts'
import { ageOf } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { paneName, paneRows, waitingText } from './pane-lines.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** How many revisions are new, the latest one, and as many of them as fit. @param now Unix ms. */
export const controlsPane = (
  { overview, briefs, revisions }: OverviewData,
  { lists }: OverviewPanes,
  { look, now }: { look: LastLook | undefined; now: number },
  textOf: (row: RevisionBrief) => string,
  width: number,
  theme: Theme,
): string[] => {
  const name = paneName('CONTROLS', lists.controls.isActive, theme)
  const [latest] = briefs
  if (!overview.revisions) return [`${name}  ${theme.muted(waitingText(revisions))}`]
  if (!latest) return [`${name}  ${theme.muted('no revision yet')}`]
  const newCount = briefs.filter(({ revision }) => isNewSince(look, revision)).length
  const news = newCount > 0 ? `${theme.signs.news} ${theme.strong(`${newCount} new`)}   ` : ''
  const summary = `${news}latest ${theme.strong(String(latest.revision ?? '?'))}, ${ageOf(latest.updatedAt, now)} ago, ${safeText(latest.who ?? '?')}`
  return [`${name}  ${summary}`, ...paneRows(briefs, textOf, lists.controls, width, theme)]
}
