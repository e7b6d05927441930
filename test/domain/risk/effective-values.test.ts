import { expect, test } from 'vitest'
import { riskFindings } from '../../../src/domain/risk/revision-risk.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'

const findings = (before: object, after: object) =>
  riskFindings(before, after).map(
    ({ path, verdict, rule, what, count }) => `${pathText(path)} ${verdict} ${what} ${count} by ${rule}`,
  )
const override = (urlPattern: string, defaultLevel: string) => ({ urlPattern, defaultLevel })

/** What members do depends on others: the way there, and the way back. */
test.each<[object, object, string[], string[]]>([
  [
    // While access is restricted, no list is as an empty one: nobody may start missions.
    { missionPolicy: { restrictedAccess: true, allowedUserIds: ['a'] } },
    { missionPolicy: { restrictedAccess: true } },
    ['missionPolicy.allowedUserIds narrowed lost 1 by mission-people'],
    ['missionPolicy.allowedUserIds widened gained 1 by mission-people'],
  ],
  [
    { missionPolicy: { restrictedAccess: true, allowedUserIds: [] } },
    { missionPolicy: { restrictedAccess: true } },
    [],
    [],
  ],
  [
    { missionPolicy: { restrictedAccess: false, allowedUserIds: ['a'] } },
    { missionPolicy: { restrictedAccess: false } },
    ['missionPolicy.allowedUserIds neutral idle 0 by mission-people'],
    ['missionPolicy.allowedUserIds neutral idle 0 by mission-people'],
  ],
  [
    { missionPolicy: { allowedUserIds: ['a'] } },
    { missionPolicy: { allowedUserIds: ['a', 'b'] } },
    ['missionPolicy.allowedUserIds neutral idle 0 by mission-people'],
    ['missionPolicy.allowedUserIds neutral idle 0 by mission-people'],
  ],
  [
    // The list counts from the day that access is restricted: the switch says which way it went.
    { missionPolicy: { restrictedAccess: false, allowedUserIds: ['a'] } },
    { missionPolicy: { restrictedAccess: true } },
    ['missionPolicy.restrictedAccess narrowed on 0 by mission'],
    ['missionPolicy.restrictedAccess widened off 0 by mission'],
  ],
  // Without a mode it is per command.
  [{ sandbox: { enabled: true, mode: 'per-command' } }, { sandbox: { enabled: true } }, [], []],
  [
    { sandbox: { enabled: true, mode: 'whole-process' } },
    { sandbox: { enabled: true } },
    ['sandbox.mode widened looser 0 by sandbox-mode'],
    ['sandbox.mode narrowed tighter 0 by sandbox-mode'],
  ],
  // While the sandbox is off, by its switch or by its mode, nothing else of it has an effect.
  [
    { sandbox: { enabled: false, mode: 'whole-process', network: { allowedDomains: ['a'] } } },
    { sandbox: { enabled: false, mode: 'per-command', network: { allowedDomains: ['a', '*'] } } },
    ['sandbox.mode neutral idle 0 by sandbox-mode', 'sandbox.network.allowedDomains neutral idle 0 by sandbox-allow'],
    ['sandbox.mode neutral idle 0 by sandbox-mode', 'sandbox.network.allowedDomains neutral idle 0 by sandbox-allow'],
  ],
  [
    { sandbox: { filesystem: { denyRead: ['a'] } } },
    { sandbox: { network: { allowAllUnixSockets: true } } },
    [
      'sandbox.filesystem.denyRead neutral idle 0 by sandbox-deny',
      'sandbox.network.allowAllUnixSockets neutral idle 0 by sandbox-sockets',
    ],
    [
      'sandbox.network.allowAllUnixSockets neutral idle 0 by sandbox-sockets',
      'sandbox.filesystem.denyRead neutral idle 0 by sandbox-deny',
    ],
  ],
  [
    { sandbox: { enabled: true, mode: 'off', network: { allowLocalBinding: false } } },
    { sandbox: { enabled: false, mode: 'off', network: { allowLocalBinding: true } } },
    [
      'sandbox.enabled neutral idle 0 by sandbox',
      'sandbox.network.allowLocalBinding neutral idle 0 by sandbox-binding',
    ],
    [
      'sandbox.enabled neutral idle 0 by sandbox',
      'sandbox.network.allowLocalBinding neutral idle 0 by sandbox-binding',
    ],
  ],
  [
    // Where the sandbox is switched, the switch is what counts, though its mode says the same.
    { sandbox: { enabled: true, mode: 'per-command', filesystem: { denyRead: ['a'] } } },
    { sandbox: { enabled: false, mode: 'off' } },
    ['sandbox.enabled widened off 0 by sandbox'],
    ['sandbox.enabled narrowed on 0 by sandbox'],
  ],
  [
    // A pattern of host names covers those below its domain.
    { sandbox: { enabled: true, network: { allowedDomains: ['*.a.example'] } } },
    { sandbox: { enabled: true, network: { allowedDomains: ['*.a.example', 'x.a.example'] } } },
    [],
    [],
  ],
  [
    // Reading is allowed by default, and what a list of exceptions means then is not documented.
    { sandbox: { enabled: true, filesystem: { allowRead: ['a'] } } },
    { sandbox: { enabled: true, filesystem: {} } },
    ['sandbox.filesystem.allowRead neutral empty 0 by sandbox-read'],
    ['sandbox.filesystem.allowRead neutral empty 0 by sandbox-read'],
  ],
  // Command lists together: blocked beats denied, and denied beats allowed.
  [
    { commandDenylist: ['rm *'] },
    { commandBlocklist: ['rm *'] },
    ['commandDenylist neutral overruled 0 by command-deny', 'commandBlocklist narrowed gained 1 by command-block'],
    ['commandBlocklist widened lost 1 by command-block', 'commandDenylist neutral overruled 0 by command-deny'],
  ],
  [
    { commandAllowlist: ['a'] },
    { commandDenylist: ['a'] },
    ['commandAllowlist narrowed lost 1 by command-allow', 'commandDenylist narrowed gained 1 by command-deny'],
    ['commandDenylist widened lost 1 by command-deny', 'commandAllowlist widened gained 1 by command-allow'],
  ],
  [
    { commandBlocklist: ['docker *'] },
    { commandBlocklist: ['docker *'], commandAllowlist: ['docker build'] },
    ['commandAllowlist neutral overruled 0 by command-allow'],
    ['commandAllowlist neutral overruled 0 by command-allow'],
  ],
  [
    { commandBlocklist: ['a'], commandDenylist: ['a'] },
    { commandBlocklist: ['a'] },
    ['commandDenylist neutral overruled 0 by command-deny'],
    ['commandDenylist neutral overruled 0 by command-deny'],
  ],
  [
    { commandDenylist: ['a'] },
    { commandDenylist: ['a'], commandAllowlist: ['a', 'b'] },
    ['commandAllowlist widened gained 1 by command-allow'],
    ['commandAllowlist narrowed lost 1 by command-allow'],
  ],
  [
    // What is neither allowed nor denied runs by the level of its session, and what is denied always asks.
    { commandAllowlist: ['a'], commandDenylist: ['a'] },
    { commandAllowlist: ['a'] },
    ['commandDenylist widened lost 1 by command-deny'],
    ['commandDenylist narrowed gained 1 by command-deny'],
  ],
  [
    { commandAllowlist: ['a'] },
    { commandAllowlist: ['b'] },
    ['commandAllowlist widened gained 1 by command-allow', 'commandAllowlist narrowed lost 1 by command-allow'],
    ['commandAllowlist widened gained 1 by command-allow', 'commandAllowlist narrowed lost 1 by command-allow'],
  ],
  // A tool without an override requires low.
  [
    {},
    { builtInToolAutonomyOverrides: { Execute: 'medium' } },
    ['builtInToolAutonomyOverrides.Execute narrowed lowered 0 by tool-autonomy'],
    ['builtInToolAutonomyOverrides.Execute widened raised 0 by tool-autonomy'],
  ],
  [{}, { builtInToolAutonomyOverrides: { Execute: 'low' } }, [], []],
  [
    { builtInToolAutonomyOverrides: { Edit: 'low' } },
    { builtInToolAutonomyOverrides: { Edit: 'low', Execute: 'off' } },
    ['builtInToolAutonomyOverrides.Execute widened unasked 0 by tool-autonomy'],
    ['builtInToolAutonomyOverrides.Execute narrowed lowered 0 by tool-autonomy'],
  ],
  // Agents that agents start, never above the cap.
  [
    { subagentAutonomyLevel: 'low' },
    { subagentAutonomyLevel: 'high' },
    ['subagentAutonomyLevel widened raised 0 by autonomy-subagent'],
    ['subagentAutonomyLevel narrowed lowered 0 by autonomy-subagent'],
  ],
  [
    { maxAutonomyLevel: 'medium', subagentAutonomyLevel: 'medium' },
    { maxAutonomyLevel: 'medium', subagentAutonomyLevel: 'high' },
    ['subagentAutonomyLevel neutral overruled 0 by autonomy-subagent'],
    ['subagentAutonomyLevel neutral overruled 0 by autonomy-subagent'],
  ],
  [
    { maxAutonomyLevel: 'low', sessionDefaultSettings: { autonomyMode: 'auto-low' } },
    { maxAutonomyLevel: 'low', sessionDefaultSettings: { autonomyMode: 'auto-high' } },
    ['sessionDefaultSettings.autonomyMode neutral overruled 0 by autonomy-default'],
    ['sessionDefaultSettings.autonomyMode neutral overruled 0 by autonomy-default'],
  ],
  [
    { subagentAutonomyLevel: 'inherit' },
    { subagentAutonomyLevel: 'off' },
    ['subagentAutonomyLevel narrowed lowered 0 by autonomy-subagent'],
    ['subagentAutonomyLevel widened raised 0 by autonomy-subagent'],
  ],
  [
    { maxAutonomyLevel: 'off', subagentAutonomyLevel: 'inherit' },
    { maxAutonomyLevel: 'off', subagentAutonomyLevel: 'high' },
    ['subagentAutonomyLevel neutral overruled 0 by autonomy-subagent'],
    ['subagentAutonomyLevel neutral overruled 0 by autonomy-subagent'],
  ],
  [
    { subagentAutonomyLevel: 'inherit' },
    { subagentAutonomyLevel: 'medium' },
    ['subagentAutonomyLevel neutral changed 0 by autonomy-subagent'],
    ['subagentAutonomyLevel neutral changed 0 by autonomy-subagent'],
  ],
  [
    {},
    { subagentAutonomyLevel: 'inherit' },
    ['subagentAutonomyLevel neutral changed 0 by autonomy-subagent'],
    ['subagentAutonomyLevel neutral changed 0 by autonomy-subagent'],
  ],
  // Of overrides by address the first match counts.
  [
    { mcpAutonomyUrlOverrides: [override('https://x/*', 'high'), override('https://x/a/*', 'low')] },
    { mcpAutonomyUrlOverrides: [override('https://x/a/*', 'low'), override('https://x/*', 'high')] },
    ['mcpAutonomyUrlOverrides widened raised 0 by mcp-autonomy-order'],
    ['mcpAutonomyUrlOverrides narrowed lowered 0 by mcp-autonomy-order'],
  ],
  [
    { mcpAutonomyUrlOverrides: [override('https://x/*', 'high'), override('https://y/*', 'low')] },
    { mcpAutonomyUrlOverrides: [override('https://y/*', 'low'), override('https://x/*', 'high')] },
    [],
    [],
  ],
  [
    // Both match https://x/a/b, and which of the two was meant for it nothing says.
    { mcpAutonomyUrlOverrides: [override('https://x/*/b', 'high'), override('https://x/a/*', 'low')] },
    { mcpAutonomyUrlOverrides: [override('https://x/a/*', 'low'), override('https://x/*/b', 'high')] },
    ['mcpAutonomyUrlOverrides neutral changed 0 by mcp-autonomy-order'],
    ['mcpAutonomyUrlOverrides neutral changed 0 by mcp-autonomy-order'],
  ],
  [
    { mcpAutonomyUrlOverrides: [override('https://x/*', 'high')] },
    { mcpAutonomyUrlOverrides: [override('https://x/a/*', 'low'), override('https://x/*', 'high')] },
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel widened raised 0 by mcp-autonomy-url'],
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel narrowed lowered 0 by mcp-autonomy-url'],
  ],
  [
    { mcpAutonomyUrlOverrides: [override('https://x/*', 'high'), override('https://x/a/*', 'low')] },
    { mcpAutonomyUrlOverrides: [override('https://x/*', 'high'), override('https://x/a/*', 'medium')] },
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel neutral overruled 0 by mcp-autonomy-url'],
    ['mcpAutonomyUrlOverrides[urlPattern="https://x/a/*"].defaultLevel neutral overruled 0 by mcp-autonomy-url'],
  ],
  [
    // One before it takes over what another one required.
    { mcpAutonomyUrlOverrides: [override('https://x/a/*', 'high')] },
    { mcpAutonomyUrlOverrides: [override('https://x/*', 'off'), override('https://x/a/*', 'high')] },
    [
      'mcpAutonomyUrlOverrides widened unasked 0 by mcp-autonomy-order',
      'mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel widened unasked 0 by mcp-autonomy-url',
    ],
    [
      'mcpAutonomyUrlOverrides narrowed lowered 0 by mcp-autonomy-order',
      'mcpAutonomyUrlOverrides[urlPattern="https://x/*"].defaultLevel narrowed lowered 0 by mcp-autonomy-url',
    ],
  ],
])('%j to %j is judged by what counts in effect, and so is the way back', (before, after, there, back) => {
  expect(findings(before, after)).toEqual(there)
  expect(findings(after, before)).toEqual(back)
})
