import { dayOf, type Range, yesterdayOf } from '../../calendar/calendar.ts'
import { riskText } from '../../risk/finding-text.ts'
import { type SettingsRisk, settingsRisks } from '../../risk/revision-risk.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'

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
    if (!before || !isWithin(revision.updatedAt, range, now)) return []
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

// Analytics end yesterday, but revisions are there at once: those of today belong to a range that ends yesterday.
const isWithin = (updatedAt: string | undefined, range: Range, now: number): boolean => {
  const at = Date.parse(updatedAt ?? '')
  if (Number.isNaN(at)) return false
  const day = dayOf(at)
  return day >= range.from && (day <= range.to || range.to >= yesterdayOf(now))
}

export const widenedControls: AttentionKind<WidenedControls> = {
  find,
  text: ({ revision, risks }) => ({ subject: `rev ${revision ?? '?'}`, text: `widened: ${riskText(risks)}` }),
  output: ({ revision, updatedAt, risks }) => ({
    revision: revision ?? null,
    updated_at: updatedAt ?? null,
    risks: risks.map(({ isGrave, ...risk }) => ({ ...risk, is_grave: isGrave })),
  }),
}
