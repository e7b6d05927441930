import { riskText } from '../../risk/finding-text.ts'
import { settingsRisks } from '../../risk/revision-risk.ts'
import { dayLabel } from '../../text/format.ts'
import { attentionKind, createItem } from './attention-kind.ts'
import { isWithin } from './is-within.ts'

export const loosenedControls = attentionKind({
  find: ({ range, now, revisions = [] }) => {
    const byNumber = new Map(revisions.map((each) => [each.revision ?? each, each]))
    const oldestFirst = [...byNumber.values()].sort((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
    const newest = oldestFirst.at(-1)
    const items = oldestFirst.flatMap(({ revision, updatedAt, settings }, index) => {
      const before = oldestFirst[index - 1]
      if (!before || !isWithin(Date.parse(updatedAt ?? ''), range, now)) return []
      // Only risks that are still in effect in the newest revision, worst first.
      const risks = settingsRisks(before.settings, settings, newest?.settings)
      if (risks.length === 0) return []
      const severity = risks.some(({ isCritical }) => isCritical) ? 'high' : 'medium'
      const target = { screen: 'controls', revision, path: risks[0]?.path } as const
      return [createItem('risk', { id: `risk:${revision ?? index}`, severity, target }, { revision, updatedAt, risks })]
    })
    return items.reverse()
  },
  text: ({ revision, risks }) => ({ subject: `rev ${revision ?? '?'}`, text: `loosened: ${riskText(risks)}` }),
  why: ({ revision = '?', updatedAt }) =>
    `Revision ${revision}${updatedAt === undefined ? '' : ` of ${dayLabel(updatedAt.slice(0, 10))}`} allows more than the revision before it, and no later revision has reverted that.`,
  output: ({ revision, updatedAt, risks }) => ({
    revision: revision ?? null,
    updatedAt: updatedAt ?? null,
    risks: risks.map(({ isCritical, ...risk }) => ({ ...risk, isCritical: isCritical })),
  }),
})
