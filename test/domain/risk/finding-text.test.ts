import { expect, test } from 'vitest'
import { findingText } from '../../../src/domain/risk/finding-text.ts'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'

const told = (before: object, after: object): string[] => riskFindings(before, after).map(findingText)

test.each<[object, object, string]>([
  [{ commandAllowlist: ['a'] }, { commandAllowlist: ['*'] }, 'widened: allows everything now (rule command-allow)'],
  [
    { commandAllowlist: ['*'] },
    { commandAllowlist: ['a'] },
    'narrowed: limits what was not limited (rule command-allow)',
  ],
  [{ commandAllowlist: [] }, { commandAllowlist: ['a', 'b'] }, 'widened: allows 2 more (rule command-allow)'],
  [{ commandAllowlist: ['a'] }, {}, 'narrowed: allows 1 fewer (rule command-allow)'],
  [{ commandDenylist: ['a'] }, {}, 'widened: denies 1 fewer (rule command-deny)'],
  [{}, { commandDenylist: ['a'] }, 'narrowed: denies 1 more (rule command-deny)'],
  [{ networkPolicy: { allowedIps: [] } }, {}, 'widened: limits nothing any more (rule network)'],
  [{ sandbox: { enabled: true } }, {}, 'widened: switched off (rule sandbox)'],
  [{}, { sandbox: { enabled: true } }, 'narrowed: switched on (rule sandbox)'],
  [{}, { byomComputersEnabled: true }, 'widened: switched on (rule computers-own)'],
  [{ autonomy: 'low' }, { autonomy: 'high' }, 'widened: agents do more on their own (rule named-autonomy)'],
  [{ autonomy: 'high' }, { autonomy: 'low' }, 'narrowed: agents do less on their own (rule named-autonomy)'],
  [{ sessionRetentionDays: 1 }, { sessionRetentionDays: 2 }, 'widened: kept for more days (rule retention)'],
  [{ sessionRetentionDays: 2 }, { sessionRetentionDays: 1 }, 'narrowed: kept for fewer days (rule retention)'],
  [{ env: {} }, { env: { A: 'a' } }, 'neutral: changed, look at what it does (rule environment)'],
])('%j to %j is told in words', (before, after, expected) => {
  expect(told(before, after)).toEqual([expected])
})
