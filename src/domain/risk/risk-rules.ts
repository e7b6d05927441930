import type { RiskMeaning, RiskRule, RiskSource } from './risk-rule.ts'

/** Returns a factory for rules of a source, from the name, path, meaning and reason. */
const rulesFrom =
  (source: RiskSource) =>
  <const Name extends string>(
    name: Name,
    path: string,
    means: RiskMeaning,
    why: string,
    more: Partial<Omit<RiskRule, 'name'>> = {},
  ): RiskRule & { name: Name } => ({ name, path, means, source, why, ...more })

const documented = rulesFrom('documented')
const named = rulesFrom('named')

/**
 * A setting is evaluated by the first rule that matches its path and accepts the type of its values: `allows`, `limits`
 * and `denies` accept lists; `protects` and `frees` accept booleans; `autonomy`, `caps` and `requires` accept levels;
 * `confines` accepts modes; `keeps` accepts numbers. A path may contain `*` only if all settings that it matches have the
 * same meaning.
 */
export const RISK_RULES = [
  documented('command-allow', 'commandAllowlist', 'allows', 'These commands run without confirmation.', {
    hasPatterns: true,
  }),
  documented('command-deny', 'commandDenylist', 'denies', 'These commands require confirmation.', {
    hasPatterns: true,
  }),
  documented('command-block', 'commandBlocklist', 'denies', 'These commands never run.', { hasPatterns: true }),
  documented('sandbox', 'sandbox.enabled', 'protects', 'Without the sandbox, commands can access the whole machine.', {
    switches: 'sandbox',
  }),
  documented(
    'sandbox-mode',
    'sandbox.mode',
    'confines',
    'The sandbox isolates the whole process, each command (the default), or nothing.',
    { onlyWhile: 'sandbox.enabled' },
  ),
  named('sandbox-deny', 'sandbox.**.deny*', 'denies', 'The sandbox blocks these paths.', {
    onlyWhile: 'sandbox',
  }),
  documented(
    'sandbox-read',
    'sandbox.filesystem.allowRead',
    'limits',
    'Agents may read by default. The effect of this list is undocumented.',
    { onlyWhile: 'sandbox', isUnknownWithout: true },
  ),
  named('sandbox-allow', 'sandbox.**.allow*', 'allows', 'The sandbox allows only these entries; none without a list.', {
    onlyWhile: 'sandbox',
  }),
  named(
    'sandbox-sockets',
    'sandbox.network.allowAllUnixSockets',
    'frees',
    'Opens the sandbox to all sockets of the machine, and to the services behind them.',
    { isCritical: true, onlyWhile: 'sandbox' },
  ),
  named('sandbox-binding', 'sandbox.network.allowLocalBinding', 'frees', 'Opens the sandbox to ports of the machine.', {
    onlyWhile: 'sandbox',
  }),
  named('sandbox-proxy', 'sandbox.network.*ProxyPort', 'depends', 'Sandbox traffic uses this proxy.'),
  documented('network', 'networkPolicy.allowedIps', 'limits', 'Sessions may connect to these addresses only.'),
  named('model-allow', 'modelPolicy.allowed*', 'limits', 'Only these models and addresses may be used.'),
  named('model-block', 'modelPolicy.blocked*', 'denies', 'These models must not be used.'),
  named('model-consent', 'modelPolicy.requireExplicit*', 'denies', 'These models need consent before they are used.'),
  named('model-custom', 'modelPolicy.allow*', 'frees', 'More models, or models from elsewhere, may be used.'),
  named('model-fast', 'modelPolicy.is*Allowed', 'frees', 'Faster, more expensive models may be used.'),
  named('model-people', 'userModelPolicies.*', 'depends', 'Separate model policies for some users.'),
  named('model-endpoint', 'customModels[*]', 'depends', 'Prompts may go to the address of this model.'),
  documented(
    'autonomy-default',
    'sessionDefaultSettings.autonomy*',
    'autonomy',
    'How much agents do without confirmation, unless a session overrides it.',
  ),
  documented(
    'autonomy-subagent',
    'subagentAutonomyLevel',
    'autonomy',
    'How much subagents do without confirmation, up to the cap.',
  ),
  documented('model-default', 'sessionDefaultSettings.*', 'depends', 'Session defaults, not permissions.'),
  named('model-subagent', 'subagentModelSettings.*', 'depends', 'Which models agents hand work to.'),
  named('model-guidance', '*RouterGuidance', 'depends', 'Instructions for choosing the model of a prompt.'),
  named('model-routes', '*RouterRules', 'depends', 'Rules for choosing the model of a prompt.'),
  documented('mcp', 'mcpPolicy.enabled', 'protects', 'Without the policy any MCP server may be used.'),
  documented(
    'mcp-allow',
    'mcpPolicy.allowlist',
    'allows',
    'While the policy is on, only these MCP servers may be used; none without the list.',
    { onlyWhile: 'mcpPolicy' },
  ),
  documented(
    'tool-autonomy',
    'builtInToolAutonomyOverrides.*',
    'requires',
    'The session level at which this tool runs without confirmation; default low.',
    { absent: 'low' },
  ),
  documented(
    'mcp-autonomy',
    'mcpAutonomyOverrides.*',
    'requires',
    'The session level at which tools of this MCP server run without confirmation.',
  ),
  documented(
    'mcp-autonomy-url',
    'mcpAutonomyUrlOverrides[*].defaultLevel',
    'requires',
    'The session level at which tools at these addresses run without confirmation; the first match applies.',
    { isFirstMatch: true },
  ),
  documented(
    'mcp-autonomy-order',
    'mcpAutonomyUrlOverrides',
    'order',
    'The first override that matches an address applies.',
  ),
  documented('mcp-autonomy-urls', 'mcpAutonomyUrlOverrides[*]', 'depends', 'How much agents do at these addresses.'),
  documented('autonomy-cap', 'maxAutonomyLevel', 'caps', 'The maximum autonomy of a session; no limit without it.'),
  documented('mission', 'missionPolicy.restrictedAccess', 'protects', 'Only some users may start missions.'),
  documented(
    'mission-people',
    'missionPolicy.allowedUserIds',
    'allows',
    'While access is restricted, only these users may start missions; none without the list.',
    { onlyWhile: 'missionPolicy' },
  ),
  named('managed-hooks', 'allowManagedHooksOnly', 'protects', 'Hooks of users and repositories do not run.'),
  named('hooks-off', 'hooks.hooksDisabled', 'frees', 'Protective hooks no longer run.', { isCritical: true }),
  named('hooks', 'hooks.*', 'depends', 'A hook may block actions or perform them: read its command.'),
  documented('computers-own', 'byomComputersEnabled', 'frees', "Agents may run on users' machines."),
  documented('computers-managed', 'managedComputersEnabled', 'frees', 'Agents may run on managed machines.'),
  named(
    'computers-own-people',
    'byomComputersAllowedEmails',
    'limits',
    'Users who may use their own computers, while these are enabled.',
    { onlyWhile: 'byomComputers' },
  ),
  named(
    'computers-people',
    'managedComputersAllowedEmails',
    'limits',
    'Users who may use managed computers, while these are enabled.',
    { onlyWhile: 'managedComputers' },
  ),
  named('retention', 'sessionRetentionDays', 'keeps', 'How long session content stays readable.'),
  named('key-creation', 'restrictApiKeyCreationToManagers', 'protects', 'Only managers may create API keys.'),
  named('members', 'restrictMemberVisibility', 'protects', 'Users cannot see all other users.', { isCritical: false }),
  named('plugins', 'enabledPlugins.*', 'frees', 'A plugin adds commands, hooks and servers.'),
  named('plugin-choice', 'enabledPlugins.*', 'depends', 'The parts of a plugin that are used.'),
  named('marketplaces', 'strictKnownMarketplaces', 'limits', 'Plugins may come from these places only.'),
  named('marketplaces-more', 'extraKnownMarketplaces.*', 'depends', 'Plugins may come from this place too.'),
  named('shield', 'enable*Shield', 'protects', 'Protection against harmful prompts and actions.'),
  named('cloud-sync', '*cloud*Sync', 'depends', 'A copy of session or wiki content is stored in the cloud.'),
  named('analytics', 'advancedAnalyticsEnabled', 'depends', 'More user activity is counted.'),
  named('signals', 'localSignalsOptIn', 'depends', 'More activity on machines is reported.'),
  named('updates', 'disableAutoUpdate', 'depends', "Clients that don't update miss fixes."),
  named('environment', 'env.*', 'depends', 'Set in every session.'),
  named('dictation', 'voiceDictationEnabled', 'harmless', 'Another way to write a prompt.'),
  named('co-author', 'include*CoAuthoredBy*', 'harmless', 'A line in commit messages.'),
  named('editor', 'ideAutoConnect', 'harmless', 'The client looks for a running editor.'),
  named('summary', 'disableWeeklyUsageSummary', 'harmless', 'One fewer weekly message.'),
] as const

export type RiskRuleName = (typeof RISK_RULES)[number]['name']

/** The finding for a setting without a rule. */
export const UNKNOWN_SETTING = {
  name: 'unknown',
  why: 'This setting is undocumented: check its effect.',
} as const
