import { expect, test } from 'vitest'
import { attentionText } from '../../../src/domain/overview/attention/attention.ts'
import { changesMarkdown } from '../../../src/domain/risk/change-report.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { findingText, riskSentence, riskText } from '../../../src/domain/risk/finding-text.ts'
import { settingsRisks } from '../../../src/domain/risk/revision-risk.ts'

const before = { sandbox: { enabled: true, network: { allowedDomains: ['a'] } } }
const after = { sandbox: { enabled: true, network: { allowedDomains: ['a', '*'] } } }

test('overview, history, diff, report and commands say the same of a widening', () => {
  const risks = settingsRisks(before, after)
  const comparison = compareSettings(before, after)
  const [finding] = comparison.findings
  const sentence = 'sandbox.network.allowedDomains allows everything now'
  expect(riskText(risks)).toBe(sentence)
  expect(finding && riskSentence(finding)).toBe(sentence)
  expect(attentionText({ kind: 'risk', revision: 2, risks } as never, { nameOf: String }).text).toBe(
    `widened: ${sentence}`,
  )
  expect(finding && findingText(finding)).toContain('allows everything now')
  expect(changesMarkdown(comparison, { before: '1', after: '2' }).replaceAll('`', '')).toContain(sentence)
})
