import { CRITERIA } from '../../readiness/criteria.ts'
import { levelOf, reportChange, reportsByRepository, reportTimeMs } from '../../readiness/levels.ts'
import { safeText } from '../../text/safe-text.ts'
import { attentionKind, createItem } from './attention-kind.ts'
import { namedFirst } from './named-first.ts'

export const regressedRepositories = attentionKind({
  find: ({ reports = [] }) =>
    [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]) => {
      if (!newer || !older || levelOf(newer) >= levelOf(older)) return []
      const { from, to, lost: all } = reportChange(older, newer)
      const decides = (criterion: string): number => (CRITERIA.get(criterion)?.level === to ? 0 : 1)
      // Criteria that passed before and fail now; those of the new level come first. Untrusted text.
      const lost = all.toSorted((a, b) => decides(a) - decides(b))
      return [
        createItem(
          'fell',
          {
            id: `fell:${repoUrl}:${newer.reportId ?? reportTimeMs(newer) ?? ''}`,
            target: { screen: 'readiness', repoUrl, criterion: lost[0] },
          },
          { repoUrl, from, to, lost },
        ),
      ]
    }),
  text: ({ repoUrl, from, to, lost }, { repositoryOf }) => ({
    subject: safeText(repositoryOf(repoUrl) ?? repoUrl),
    text: `fell from L${from} to L${to}${lost.length > 0 ? `: ${namedFirst(lost)}` : ''}`,
  }),
  why: ({ from, to }) =>
    `In its newest report less than 80 % of the level ${to} criteria pass, so L${from} is no longer unlocked.`,
  output: ({ repoUrl, from, to, lost }) => ({ repoUrl: repoUrl, from, to, lost }),
})
