import { DAY_MS } from '../../../base/time.ts'
import { dayOf } from '../../calendar/calendar.ts'
import { EXPIRING_DAYS } from '../../keys/key-rows.ts'
import { dayLabel } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import type { AttentionInput, AttentionKind, ExpiringKey, Matter } from './attention-kind.ts'

export type ExpiringKeyMatter = Matter<'keys'> & { key: ExpiringKey; isExpired: boolean }

const find = ({ keys = [], now }: AttentionInput): ExpiringKeyMatter[] =>
  keys
    .filter(({ expiresAt }) => expiresAt <= now + EXPIRING_DAYS.soon * DAY_MS)
    .toSorted((a, b) => a.expiresAt - b.expiresAt)
    .map((key) => {
      const isExpired = key.expiresAt <= now
      const isGrave = key.expiresAt <= now + EXPIRING_DAYS.very * DAY_MS
      return {
        kind: 'keys',
        id: `keys:${key.id}:${key.expiresAt}:${isExpired ? 'expired' : isGrave ? 'very-soon' : 'soon'}`,
        severity: isGrave ? 'high' : 'medium',
        target: { screen: 'keys', id: key.id },
        key,
        isExpired,
      }
    })

export const expiringKeys: AttentionKind<ExpiringKeyMatter> = {
  find,
  text: ({ key: { name, expiresAt }, isExpired }) => ({
    subject: `key ${safeText(name)}`,
    text: `${isExpired ? 'expired' : 'expires'} on ${dayLabel(dayOf(expiresAt))}`,
  }),
  why: ({ isExpired, severity }) =>
    isExpired
      ? 'What still uses this key is refused.'
      : `What uses this key is refused from then on; it has less than ${severity === 'high' ? EXPIRING_DAYS.very : EXPIRING_DAYS.soon} days left.`,
  output: ({ key: { id, name, expiresAt }, isExpired }) => ({
    key_id: id,
    name,
    expires_at: expiresAt,
    is_expired: isExpired,
  }),
}
