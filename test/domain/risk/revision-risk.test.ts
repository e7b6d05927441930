import { expect, test } from 'vitest'
import { settingsRisks } from '../../../src/domain/risk/revision-risk.ts'
import { changedSettings } from '../settings-diff/changed-settings.ts'

/** The loosened settings of a change, with a `!` if critical. */
const loosened = (before: object, after: object, today = after): string =>
  settingsRisks(before as Record<string, unknown>, after as Record<string, unknown>, today as Record<string, unknown>)
    .map(
      ({ path, what, count, isCritical }) => `${isCritical ? '!' : ''}${path} ${what}${count > 0 ? ` ${count}` : ''}`,
    )
    .join(', ') || 'nothing'

test.each([
  ['commandAllowlist: ["a"] → ["*"]', '!commandAllowlist everything 1'],
  ['commandAllowlist: ["a"] → ["a","b"]', 'commandAllowlist gained 1'],
  ['networkPolicy.allowedIps: ["a"] → -', '!networkPolicy.allowedIps unlimited'],
  ['sandbox.enabled: true; sandbox.mode: "per-command" → "off"', '!sandbox.mode off'],
  ['sandbox.enabled: true; sandbox.mode: "whole-process" → "per-command"', 'sandbox.mode looser'],
  ['hooks.hooksDisabled: - → true', '!hooks.hooksDisabled on'],
  ['restrictMemberVisibility: true → -', 'restrictMemberVisibility off'],
  ['sandbox.enabled: true; sandbox.network.allowAllUnixSockets: - → true', '!sandbox.network.allowAllUnixSockets on'],
  ['sandbox.enabled: true; sandbox.network.allowLocalBinding: - → true', 'sandbox.network.allowLocalBinding on'],
  ['maxAutonomyLevel: "low" → -', '!maxAutonomyLevel uncapped'],
  ['maxAutonomyLevel: "low" → "medium"', 'maxAutonomyLevel raised'],
  ['mcpAutonomyOverrides.a: "low" → "off"', '!mcpAutonomyOverrides.a unasked'],
  [
    'sandbox.enabled: true; sandbox.filesystem: [{"id":"a","denyRead":["x"]},{"id":"b","denyRead":["y"]}] → [{"id":"b","denyRead":["y"]}]',
    'sandbox.filesystem[a].denyRead lost 1',
  ],
  [
    'sandbox.enabled: true; sandbox.network: [{"a":1,"allowedDomains":[]}] → [{"b":1},{"a":1,"allowedDomains":["x"]}]',
    'sandbox.network[0].allowedDomains gained 1',
  ],
  [
    'sessionDefaultSettings.autonomyLevel: "low" → -; sessionDefaultSettings.autonomyMode: - → "auto-high"',
    'sessionDefaultSettings.autonomyMode raised',
  ],
  ['sandbox.enabled: false → true; commandAllowlist: ["a","b"] → ["a"]', 'nothing'],
  // The most severe comes first.
  [
    'mcpPolicy.enabled: true → false; commandAllowlist: ["a"] → ["a","b"]; commandDenylist: ["x"] → []; networkPolicy.allowedIps: ["a"] → ["*"]',
    '!networkPolicy.allowedIps everything 1, !mcpPolicy.enabled off, commandDenylist lost 1, commandAllowlist gained 1',
  ],
])('the change %s loosens %s', (change, expected) => {
  const { before, after } = changedSettings(change)
  expect(loosened(before, after)).toBe(expected)
})

test.each([
  [
    'sandbox.enabled: true; sandbox.network: [{"name":"s","allowedDomains":["a"]}] → [{"name":"s","allowedDomains":["a","b"]}] → [{"name":"other","allowedDomains":["b"]},{"name":"s","allowedDomains":[]}]',
    'nothing',
  ],
  [
    'sandbox.enabled: true; sandbox.network: [{"a":1,"allowedDomains":[]},{"b":1,"allowedDomains":[]}] → [{"a":1,"allowedDomains":["x"]},{"b":1,"allowedDomains":["x"]}] → [{"b":1,"allowedDomains":["x"]}]',
    'sandbox.network[1].allowedDomains gained 1',
  ],
  ['maxAutonomyLevel: "low" → "medium" → "off"', 'nothing'],
  ['mcpAutonomyOverrides.a: "high" → "off" → "medium"', 'mcpAutonomyOverrides.a raised'],
  ['sandbox.enabled: true; sandbox.mode: "whole-process" → "off" → -', 'sandbox.mode looser'],
  ['maxAutonomyLevel: "low" → - → "low"', 'nothing'],
  ['mcpAutonomyOverrides.a: - → "off" → -', 'nothing'],
  // Only the combined effect of the command lists counts, in the revision and today.
  ['commandBlocklist: ["a"] → ["a"] → -; commandDenylist: ["a"] → -', 'nothing'],
  ['commandDenylist: ["a"] → - → ["a"]; commandAllowlist: - → ["a"]', 'nothing'],
  ['sandbox.enabled: true; sandbox.mode: "per-command" → "off" → "whole-process"', 'nothing'],
])('after the change %s, this is still loosened today: %s', (change, expected) => {
  const { before, after, today } = changedSettings(change)
  expect(loosened(before, after, today)).toBe(expected)
})

test('names of inherited members are ordinary names', () => {
  const sandbox = (inner: string) =>
    JSON.parse(`{"sandbox": {"enabled": true, "__proto__": ${inner}, "constructor": {"allowed": []}}}`)
  expect(loosened(sandbox('{"allowed": ["a"]}'), sandbox('{"allowed": ["a", "b"]}'))).toBe(
    'sandbox.__proto__.allowed gained 1',
  )
})
