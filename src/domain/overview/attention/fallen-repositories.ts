import { CRITERIA } from '../../readiness/criteria.ts'
import { type Level, levelOf, madeAt, reportChange, reportsByRepository } from '../../readiness/levels.ts'
import { safeText } from '../../text/safe-text.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'
import { namedFirst } from './named-first.ts'

export type FallenRepository = Matter<'fell'> & {
  /** Untrusted text. */
  repoUrl: string
  from: Level
  to: Level
  /** Criteria that passed before and fail now, those that decide the level first. Untrusted text. */
  lost: string[]
}

const find = ({ reports = [] }: AttentionInput): FallenRepository[] =>
  [...reportsByRepository(reports)].flatMap(([repoUrl, [newer, older]]): FallenRepository[] => {
    if (!newer || !older || levelOf(newer) >= levelOf(older)) return []
    const { from, to, lost } = reportChange(older, newer)
    const decides = (criterion: string): number => (CRITERIA.get(criterion)?.level === to ? 0 : 1)
    const decisiveFirst = lost.toSorted((a, b) => decides(a) - decides(b))
    return [
      {
        kind: 'fell',
        id: `fell:${repoUrl}:${newer.reportId ?? madeAt(newer) ?? ''}`,
        severity: 'medium',
        target: { screen: 'readiness', repoUrl, criterion: decisiveFirst[0] },
        repoUrl,
        from,
        to,
        lost: decisiveFirst,
      },
    ]
  })

export const fallenRepositories: AttentionKind<FallenRepository> = {
  find,
  text: ({ repoUrl, from, to, lost }, { repositoryOf }) => ({
    subject: safeText(repositoryOf(repoUrl) ?? repoUrl),
    text: `fell from L${from} to L${to}${lost.length > 0 ? `: ${namedFirst(lost)}` : ''}`,
  }),
  why: ({ from, to }) =>
    `By its newest report less than 80 % of the criteria of level ${to} pass, which opened L${from} in the report before.`,
  output: ({ repoUrl, from, to, lost }) => ({ repo_url: repoUrl, from, to, lost }),
}
