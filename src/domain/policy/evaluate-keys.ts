import { DAY_MS } from '../../base/time.ts'
import { byUrgency, type KeyRow } from '../keys/key-rows.ts'
import { targetLink } from '../links/target-link.ts'
import { counted } from '../text/format.ts'
import { timeText } from '../text/time-text.ts'
import { type CheckItem, type CheckOutcome, concludeCount, concludeUnknown, type Part } from './conclude.ts'
import type { Check } from './policy.ts'

/** The keys of service accounts. */
export type CheckedKeys = { accounts: number; rows: readonly KeyRow[] }

/** Active keys that expire soon, or never, as `qd keys list` shows them. @param now - Unix ms. */
export const evaluateKeys = (
  check: Check<'keys.expiring' | 'keys.neverExpire'>,
  { data, gaps }: Part<CheckedKeys>,
  now: number,
): CheckOutcome => {
  if (data === undefined) return concludeUnknown(check.max, gaps)
  const isCounted = (row: KeyRow): boolean =>
    check.check === 'keys.neverExpire'
      ? row.concerns.includes('neverExpires')
      : row.expiresAt !== undefined && row.expiresAt <= now + check.within * DAY_MS
  const found = data.rows.filter(isCounted).sort(byUrgency)
  const unread = data.rows.filter(({ state, isExpiryUnknown }) => state === 'active' && isExpiryUnknown).length
  const keys = `${counted(found.length, 'active key')} of ${counted(data.accounts, 'service account')}`
  const verb = found.length === 1 ? 'expires' : 'expire'
  return concludeCount({
    items: found.map(itemOf),
    max: check.max,
    sentence:
      check.check === 'keys.neverExpire' ? `${keys} never ${verb}` : `${keys} ${verb} within ${check.within} days`,
    gaps,
    uncertain: [{ count: unread, why: `The expiry of ${counted(unread, 'key')} is unknown` }],
  })
}

const itemOf = ({ account, key: { id = '?', name = id }, expiresAt }: KeyRow): CheckItem => ({
  id,
  text: `${name} of ${account} ${expiresAt === undefined ? 'never expires' : `expires at ${timeText(expiresAt)}`}`,
  link: targetLink({ screen: 'keys', ...(id !== '?' && { id }) }, false),
})
