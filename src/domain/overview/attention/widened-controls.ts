import { riskText } from '../../risk/finding-text.ts'
import { type SettingsRisk, settingsRisks } from '../../risk/revision-risk.ts'
import { dayLabel } from '../../text/format.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'
import { isWithin } from './is-within.ts'

export type WidenedControls = Matter<'risk'> & {
  revision: number | undefined
  /** As the API gave it, RFC 3339. */
  updatedAt: string | undefined
  /** The worst first; at least one. */
  risks: SettingsRisk[]
}

const find = ({ range, now, revisions = [] }: AttentionInput): WidenedControls[] => {
  const byNumber = new Map(revisions.map((each) => [each.revision ?? each, each]))
  const oldestFirst = [...byNumber.values()].sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
  const newest = oldestFirst.at(-1)
  const items = oldestFirst.flatMap((revision, index): WidenedControls[] => {
    const before = oldestFirst[index - 1]
    if (!before || !isWithin(Date.parse(revision.updatedAt ?? ''), range, now)) return []
    // What a later revision took back needs no attention any more.
    const risks = settingsRisks(before.settings, revision.settings, newest?.settings)
    if (risks.length === 0) return []
    return [
      {
        kind: 'risk',
        id: `risk:${revision.revision ?? index}`,
        severity: risks.some(({ isGrave }) => isGrave) ? 'high' : 'medium',
        target: { screen: 'controls', revision: revision.revision, path: risks[0]?.path },
        revision: revision.revision,
        updatedAt: revision.updatedAt,
        risks,
      },
    ]
  })
  return items.reverse()
}

export const widenedControls: AttentionKind<WidenedControls> = {
  find,
  text: ({ revision, risks }) => ({ subject: `rev ${revision ?? '?'}`, text: `widened: ${riskText(risks)}` }),
  why: ({ revision = '?', updatedAt }) =>
    `Revision ${revision}${updatedAt === undefined ? '' : ` of ${dayLabel(updatedAt.slice(0, 10))}`} allows more than the one before it, and no later one has taken that back.`,
  output: ({ revision, updatedAt, risks }) => ({
    revision: revision ?? null,
    updated_at: updatedAt ?? null,
    risks: risks.map(({ isGrave, ...risk }) => ({ ...risk, is_grave: isGrave })),
  }),
}
