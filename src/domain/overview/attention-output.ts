import type { AttentionItem } from './attention.ts'
import { attentionText } from './attention-text.ts'

/** An item of the attention list in words, as the overview prints it: safe to show. */
export const attentionLine = (item: AttentionItem): string => {
  const { subject, text } = attentionText(item, { nameOf: (id, email) => email || id })
  return `${subject}  ${text}`
}

/** An item of the attention list with raw numbers and names; `text` is what people read. */
export const attentionOutput = (item: AttentionItem): unknown => ({
  severity: item.severity,
  kind: item.kind,
  screen: item.target.screen,
  text: attentionLine(item),
  ...detailsOf(item),
})

const detailsOf = (item: AttentionItem): object => {
  switch (item.kind) {
    case 'anomaly': {
      const { measure, anomaly, also, because } = item
      const { day, value, median, ratio, direction } = anomaly
      const contributor = because && { [because.kind]: because.key, share: because.share }
      return { day, measure, value, median, ratio: ratio ?? null, direction, also, because: contributor ?? null }
    }
    case 'risk':
      return {
        revision: item.revision ?? null,
        updated_at: item.updatedAt ?? null,
        risks: item.risks.map(({ isGrave, ...risk }) => ({ ...risk, is_grave: isGrave })),
      }
    case 'fell':
      return { repo_url: item.repoUrl, from: item.from, to: item.to, lost: item.lost }
    case 'keys':
      return { key_id: item.key.id, name: item.key.name, expires_at: item.key.expiresAt, is_expired: item.isExpired }
    case 'neglected':
      return { never_expire: item.neverExpires, older_than_a_year: item.old }
    case 'stopped':
      return {
        quiet_days: item.quietDays,
        people: item.people.map(({ id, email, lastDay, activeDays }) => ({
          user_id: id,
          user_email: email ?? null,
          last_day: lastDay,
          active_days: activeDays,
        })),
      }
  }
}
