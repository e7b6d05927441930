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
 * Of the rules that match a path, the first that fits the type of its values applies: lists for `allows`, `limits` and
 * `denies`; booleans for `protects` and `frees`; levels for `autonomy`, `caps` and `requires`; modes for `confines`;
 * numbers for `keeps`. A rule has a pattern only if all settings that match have the same meaning.
 */
export const RISK_RULES = [
  documented('command-allow', 'commandAllowlist', 'allows', 'These commands run without asking anybody.', {
    hasPatterns: true,
  }),
  documented('command-deny', 'commandDenylist', 'denies', 'These commands ask a person first.', { hasPatterns: true }),
  documented('command-block', 'commandBlocklist', 'denies', 'These commands never run.', { hasPatterns: true }),
  documented('sandbox', 'sandbox.enabled', 'protects', 'Without the sandbox, commands reach the whole machine.', {
    switches: 'sandbox',
  }),
  documented(
    'sandbox-mode',
    'sandbox.mode',
    'confines',
    'The sandbox holds the whole process, each command by itself, which is what it does without a mode, or nothing.',
    { onlyWhile: 'sandbox.enabled' },
  ),
  named('sandbox-deny', 'sandbox.**.deny*', 'denies', 'The sandbox keeps agents from these paths.', {
    onlyWhile: 'sandbox',
  }),
  documented(
    'sandbox-read',
    'sandbox.filesystem.allowRead',
    'limits',
    'Agents may read by default: what a list more or no list lets through, no document says.',
    { onlyWhile: 'sandbox', isUnknownWithout: true },
  ),
  named('sandbox-allow', 'sandbox.**.allow*', 'allows', 'What the sandbox lets through; without a list nothing.', {
    onlyWhile: 'sandbox',
  }),
  named(
    'sandbox-sockets',
    'sandbox.network.allowAllUnixSockets',
    'frees',
    'Opens the sandbox to all sockets of the machine, and so to what listens there.',
    { isCritical: true, onlyWhile: 'sandbox' },
  ),
  named('sandbox-binding', 'sandbox.network.allowLocalBinding', 'frees', 'Opens the sandbox to ports of the machine.', {
    onlyWhile: 'sandbox',
  }),
  named('sandbox-proxy', 'sandbox.network.*ProxyPort', 'look', 'Traffic of the sandbox takes another way.'),
  documented('network', 'networkPolicy.allowedIps', 'limits', 'Sessions may connect to these addresses only.'),
  named('model-allow', 'modelPolicy.allowed*', 'limits', 'Only these models and addresses may be used.'),
  named('model-block', 'modelPolicy.blocked*', 'denies', 'These models must not be used.'),
  named('model-consent', 'modelPolicy.requireExplicit*', 'denies', 'These models need consent before they are used.'),
  named('model-custom', 'modelPolicy.allow*', 'frees', 'More models, or models from elsewhere, may be used.'),
  named('model-fast', 'modelPolicy.is*Allowed', 'frees', 'Faster and dearer models may be used.'),
  named('model-people', 'userModelPolicies.*', 'look', 'What some people may use, apart from all others.'),
  named('model-endpoint', 'customModels[*]', 'look', 'Prompts may go to the address of this model.'),
  documented(
    'autonomy-default',
    'sessionDefaultSettings.autonomy*',
    'autonomy',
    'How much agents do without asking, unless a session says otherwise.',
  ),
  documented(
    'autonomy-subagent',
    'subagentAutonomyLevel',
    'autonomy',
    'How much agents do without asking that another agent started, never above the cap.',
  ),
  documented('model-default', 'sessionDefaultSettings.*', 'look', 'What sessions begin with, not what they may do.'),
  named('model-subagent', 'subagentModelSettings.*', 'look', 'Which models agents hand work to.'),
  named('model-guidance', '*RouterGuidance', 'look', 'Tells in words which model gets a prompt.'),
  named('model-routes', '*RouterRules', 'look', 'Tell in words which model gets a prompt.'),
  documented('mcp', 'mcpPolicy.enabled', 'protects', 'Without the policy any MCP server may be used.'),
  documented(
    'mcp-allow',
    'mcpPolicy.allowlist',
    'allows',
    'While the policy is on, only these MCP servers may be used, and without the list none.',
    { onlyWhile: 'mcpPolicy' },
  ),
  documented(
    'tool-autonomy',
    'builtInToolAutonomyOverrides.*',
    'requires',
    'The level that a session must have before this tool runs by itself; low without one.',
    { absent: 'low' },
  ),
  documented(
    'mcp-autonomy',
    'mcpAutonomyOverrides.*',
    'requires',
    'The level that a session must have before tools of this MCP server run by themselves.',
  ),
  documented(
    'mcp-autonomy-url',
    'mcpAutonomyUrlOverrides[*].defaultLevel',
    'requires',
    'The level that a session must have before tools at these addresses run by themselves; the first match counts.',
    { isFirstMatch: true },
  ),
  documented(
    'mcp-autonomy-order',
    'mcpAutonomyUrlOverrides',
    'order',
    'The first override that matches an address counts.',
  ),
  documented('mcp-autonomy-urls', 'mcpAutonomyUrlOverrides[*]', 'look', 'How much agents do at these addresses.'),
  documented(
    'autonomy-cap',
    'maxAutonomyLevel',
    'caps',
    'No session does more on its own than this; without it, sessions may do all.',
  ),
  documented('mission', 'missionPolicy.restrictedAccess', 'protects', 'Only some people may start missions.'),
  documented(
    'mission-people',
    'missionPolicy.allowedUserIds',
    'allows',
    'While access is restricted, only these people may start missions, and without the list none.',
    { onlyWhile: 'missionPolicy' },
  ),
  named('managed-hooks', 'allowManagedHooksOnly', 'protects', 'Hooks of people and repositories do not run.'),
  named('hooks-off', 'hooks.hooksDisabled', 'frees', 'Hooks that guard do not run any more.', { isCritical: true }),
  named('hooks', 'hooks.*', 'look', 'A hook may guard or act: read its command.'),
  documented('computers-own', 'byomComputersEnabled', 'frees', 'Agents may run on machines of people.'),
  documented('computers-managed', 'managedComputersEnabled', 'frees', 'Agents may run on managed machines.'),
  named(
    'computers-own-people',
    'byomComputersAllowedEmails',
    'limits',
    'Who may use own computers while these are enabled.',
    { onlyWhile: 'byomComputers' },
  ),
  named(
    'computers-people',
    'managedComputersAllowedEmails',
    'limits',
    'Who may use managed computers while these are enabled.',
    { onlyWhile: 'managedComputers' },
  ),
  named('retention', 'sessionRetentionDays', 'keeps', 'How long what was said in sessions can be read.'),
  named('key-creation', 'restrictApiKeyCreationToManagers', 'protects', 'Only managers may make API keys.'),
  named('members', 'restrictMemberVisibility', 'protects', 'People do not see all others.', { isCritical: false }),
  named('plugins', 'enabledPlugins.*', 'frees', 'A plugin brings commands, hooks and servers.'),
  named('plugin-choice', 'enabledPlugins.*', 'look', 'Which of a plugin is used.'),
  named('marketplaces', 'strictKnownMarketplaces', 'limits', 'Plugins may come from these places only.'),
  named('marketplaces-more', 'extraKnownMarketplaces.*', 'look', 'Plugins may come from this place too.'),
  named('shield', 'enable*Shield', 'protects', 'The guard against harmful prompts and actions.'),
  named('cloud-sync', '*cloud*Sync', 'look', 'A copy of what was said or written is kept elsewhere.'),
  named('analytics', 'advancedAnalyticsEnabled', 'look', 'More of what people do is counted.'),
  named('signals', 'localSignalsOptIn', 'look', 'More of what happens on machines is reported.'),
  named('updates', 'disableAutoUpdate', 'look', 'Clients that do not update lack what was mended.'),
  named('environment', 'env.*', 'look', 'Every session is given it.'),
  named('dictation', 'voiceDictationEnabled', 'harmless', 'Another way to write a prompt.'),
  named('co-author', 'include*CoAuthoredBy*', 'harmless', 'A line in the messages of commits.'),
  named('editor', 'ideAutoConnect', 'harmless', 'The client looks for an editor that runs already.'),
  named('summary', 'disableWeeklyUsageSummary', 'harmless', 'A message fewer a week.'),
] as const

export type RiskRuleName = (typeof RISK_RULES)[number]['name']

/** The finding for a setting without a rule. */
export const UNKNOWN_SETTING = {
  name: 'unknown',
  why: 'No document says what this member means: look at what it does.',
} as const
