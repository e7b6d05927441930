import { DAY_MS } from '../../../base/time.ts'
import { dayOf } from '../../calendar/calendar.ts'
import { EXPIRING_DAYS } from '../../keys/key-rows.ts'
import { counted, dayLabel } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import { attentionKind, createItem } from './attention-kind.ts'

export const expiringKeys = attentionKind({
  find: ({ keys = [], now }) =>
    keys
      .filter(({ expiresAt }) => expiresAt <= now + EXPIRING_DAYS.warning * DAY_MS)
      .toSorted((a, b) => a.expiresAt - b.expiresAt)
      .map((key) => {
        const isExpired = key.expiresAt <= now
        const isCritical = key.expiresAt <= now + EXPIRING_DAYS.critical * DAY_MS
        const id = `keys:${key.id}:${key.expiresAt}:${isExpired ? 'expired' : isCritical ? 'very-soon' : 'soon'}`
        const severity = isCritical ? 'high' : 'medium'
        return createItem('keys', { id, severity, target: { screen: 'keys', id: key.id } }, { key, isExpired })
      }),
  text: ({ key: { name, expiresAt }, isExpired }) => ({
    subject: `key ${safeText(name)}`,
    text: `${isExpired ? 'expired' : 'expires'} on ${dayLabel(dayOf(expiresAt))}`,
  }),
  why: ({ isExpired, severity }) =>
    isExpired
      ? 'Anything that still uses this key is rejected.'
      : `This key has less than ${severity === 'high' ? EXPIRING_DAYS.critical : EXPIRING_DAYS.warning} days left; after that, anything that uses it is rejected.`,
  output: ({ key: { id, name, expiresAt }, isExpired }) => ({
    keyId: id,
    name,
    expiresAt: expiresAt,
    isExpired: isExpired,
  }),
})

/** Maximum number of ids to report one by one, because the list of reported ids must stay small. */
const MAX_MARKS = 200

export const neglectedKeys = attentionKind({
  find: ({ neglectedKeys: counts }) => {
    if (counts === undefined || counts.neverExpires + counts.old === 0) return []
    const { ids, ...own } = counts
    const [first] = ids
    const marks = ids.slice(0, MAX_MARKS).map((id) => `neglected:${id}`)
    const target = { screen: 'keys', ...(first !== undefined && { id: first }) } as const
    return [createItem('neglected', { id: 'neglected', target, ...(marks.length > 0 && { marks }) }, own)]
  },
  text: ({ neverExpires, old }) => {
    const parts = [
      ...(neverExpires > 0 ? [`${neverExpires} never ${neverExpires === 1 ? 'expires' : 'expire'}`] : []),
      ...(old > 0 ? [`${counted(old, 'is', 'are')} older than a year`] : []),
    ]
    return { subject: 'keys', text: parts.join(', ') }
  },
  why: () => 'A leaked key works until it is revoked. Keys with an expiry are reviewed when they are renewed.',
  output: ({ neverExpires, old }) => ({ neverExpire: neverExpires, olderThanAYear: old }),
})
