/**
 * How a member of the settings widens or narrows what agents and people may do:
 * `allows`: a list of what is allowed; without it nothing is, so more entries widen and fewer narrow.
 * `limits`: the same, but without the list everything is allowed: to drop it widens, to begin it narrows.
 * `denies`: a list of what is held back: fewer entries widen, more narrow.
 * `protects`: a switch that holds back while it is on. `frees`: a switch that lets more happen while it is on.
 * `autonomy`: how much agents do on their own. `keeps`: days that something is kept.
 * `look`: what it means nobody can tell from the settings alone, so it is told as neutral.
 */
export type RiskMeaning = 'allows' | 'limits' | 'denies' | 'protects' | 'frees' | 'autonomy' | 'keeps' | 'look'

export type RiskRule = {
  /** What people call the rule by; no two have the same. */
  name: string
  /** Which paths it is about, as parsePathGlob reads it. */
  path: string
  means: RiskMeaning
  /** One sentence for a reader who wonders. */
  why: string
}

/**
 * Of the rules that match a path, the first that fits the type of its values counts: lists for `allows`, `limits` and
 * `denies`, booleans for `protects` and `frees`, text for `autonomy`, numbers for `keeps`. Named members come first, then what
 * can be told from names, as members come and go between versions of the API.
 */
export const RISK_RULES = [
  {
    name: 'command-allow',
    path: 'commandAllowlist',
    means: 'allows',
    why: 'These commands run without asking anybody.',
  },
  { name: 'command-deny', path: 'commandDenylist', means: 'denies', why: 'These commands ask a person first.' },
  { name: 'command-block', path: 'commandBlocklist', means: 'denies', why: 'These commands never run.' },
  {
    name: 'sandbox',
    path: 'sandbox.enabled',
    means: 'protects',
    why: 'Without the sandbox, commands reach the whole machine.',
  },
  {
    name: 'sandbox-deny',
    path: 'sandbox.**.deny*',
    means: 'denies',
    why: 'The sandbox keeps agents from these paths.',
  },
  {
    name: 'sandbox-allow',
    path: 'sandbox.**.allow*',
    means: 'allows',
    why: 'What the sandbox lets through; without a list nothing.',
  },
  {
    name: 'sandbox-open',
    path: 'sandbox.**.allow*',
    means: 'frees',
    why: 'Opens the sandbox to sockets or ports of the machine.',
  },
  {
    name: 'sandbox-proxy',
    path: 'sandbox.network.*ProxyPort',
    means: 'look',
    why: 'Traffic of the sandbox takes another way.',
  },
  {
    name: 'network',
    path: 'networkPolicy.allowedIps',
    means: 'limits',
    why: 'Only these addresses may use the platform.',
  },
  {
    name: 'model-allow',
    path: 'modelPolicy.allowed*',
    means: 'limits',
    why: 'Only these models and addresses may be used.',
  },
  { name: 'model-block', path: 'modelPolicy.blocked*', means: 'denies', why: 'These models must not be used.' },
  {
    name: 'model-consent',
    path: 'modelPolicy.requireExplicit*',
    means: 'denies',
    why: 'These models need consent before they are used.',
  },
  {
    name: 'model-custom',
    path: 'modelPolicy.allow*',
    means: 'frees',
    why: 'More models, or models from elsewhere, may be used.',
  },
  { name: 'model-fast', path: 'modelPolicy.is*Allowed', means: 'frees', why: 'Faster and dearer models may be used.' },
  {
    name: 'model-people',
    path: 'userModelPolicies.*',
    means: 'look',
    why: 'What some people may use, apart from all others.',
  },
  {
    name: 'model-endpoint',
    path: 'customModels[*]',
    means: 'look',
    why: 'Prompts may go to the address of this model.',
  },
  {
    name: 'model-default',
    path: 'sessionDefaultSettings.*',
    means: 'look',
    why: 'What sessions begin with, not what they may do.',
  },
  { name: 'model-subagent', path: 'subagentModelSettings.*', means: 'look', why: 'Which models agents hand work to.' },
  { name: 'model-guidance', path: '*RouterGuidance', means: 'look', why: 'Tells in words which model gets a prompt.' },
  { name: 'model-routes', path: '*RouterRules', means: 'look', why: 'Tell in words which model gets a prompt.' },
  { name: 'mcp', path: 'mcpPolicy.enabled', means: 'protects', why: 'Without the policy any MCP server may be used.' },
  { name: 'mcp-allow', path: 'mcpPolicy.allowlist', means: 'limits', why: 'Only these MCP servers may be used.' },
  {
    name: 'mcp-autonomy',
    path: 'mcpAutonomyOverrides.*',
    means: 'look',
    why: 'How much agents do with this MCP server.',
  },
  {
    name: 'mcp-autonomy-url',
    path: 'mcpAutonomyUrlOverrides[*]',
    means: 'look',
    why: 'How much agents do at these addresses.',
  },
  {
    name: 'mission',
    path: 'missionPolicy.restrictedAccess',
    means: 'protects',
    why: 'Only some people may start missions.',
  },
  { name: 'mission-people', path: 'missionPolicy.allowedUserIds', means: 'limits', why: 'Who may start missions.' },
  {
    name: 'managed-hooks',
    path: 'allowManagedHooksOnly',
    means: 'protects',
    why: 'Hooks of people and repositories do not run.',
  },
  { name: 'hooks-off', path: 'hooks.hooksDisabled', means: 'frees', why: 'Hooks that guard do not run any more.' },
  { name: 'hooks', path: 'hooks.*', means: 'look', why: 'A hook may guard or act: read its command.' },
  { name: 'computers-own', path: 'byomComputersEnabled', means: 'frees', why: 'Agents may run on machines of people.' },
  {
    name: 'computers-managed',
    path: 'managedComputersEnabled',
    means: 'frees',
    why: 'Agents may run on managed machines.',
  },
  { name: 'computers-people', path: '*ComputersAllowedEmails', means: 'limits', why: 'Who may use these computers.' },
  {
    name: 'retention',
    path: 'sessionRetentionDays',
    means: 'keeps',
    why: 'How long what was said in sessions can be read.',
  },
  {
    name: 'key-creation',
    path: 'restrictApiKeyCreationToManagers',
    means: 'protects',
    why: 'Only managers may make API keys.',
  },
  { name: 'members', path: 'restrictMemberVisibility', means: 'protects', why: 'People do not see all others.' },
  { name: 'plugins', path: 'enabledPlugins.*', means: 'frees', why: 'A plugin brings commands, hooks and servers.' },
  { name: 'plugin-choice', path: 'enabledPlugins.*', means: 'look', why: 'Which of a plugin is used.' },
  {
    name: 'marketplaces',
    path: 'strictKnownMarketplaces',
    means: 'limits',
    why: 'Plugins may come from these places only.',
  },
  {
    name: 'marketplaces-more',
    path: 'extraKnownMarketplaces.*',
    means: 'look',
    why: 'Plugins may come from this place too.',
  },
  { name: 'shield', path: 'enable*Shield', means: 'protects', why: 'The guard against harmful prompts and actions.' },
  {
    name: 'cloud-sync',
    path: '*cloud*Sync',
    means: 'look',
    why: 'A copy of what was said or written is kept elsewhere.',
  },
  { name: 'analytics', path: 'advancedAnalyticsEnabled', means: 'look', why: 'More of what people do is counted.' },
  { name: 'signals', path: 'localSignalsOptIn', means: 'look', why: 'More of what happens on machines is reported.' },
  {
    name: 'updates',
    path: 'disableAutoUpdate',
    means: 'look',
    why: 'Clients that do not update lack what was mended.',
  },
  { name: 'environment', path: 'env.*', means: 'look', why: 'Every session is given it.' },
  {
    name: 'named-consent',
    path: '**.*requireExplicit*',
    means: 'denies',
    why: 'By its name a list of what needs consent.',
  },
  { name: 'named-disallow', path: '**.*disallow*', means: 'denies', why: 'By its name a list of what is held back.' },
  { name: 'named-deny', path: '**.*deny*', means: 'denies', why: 'By its name a list of what is held back.' },
  { name: 'named-denied', path: '**.*denied*', means: 'denies', why: 'By its name a list of what is held back.' },
  { name: 'named-block', path: '**.*block*', means: 'denies', why: 'By its name a list of what is held back.' },
  { name: 'named-forbid', path: '**.*forbid*', means: 'denies', why: 'By its name a list of what is held back.' },
  { name: 'named-allow', path: '**.*allow*', means: 'limits', why: 'By its name a list of what is allowed.' },
  { name: 'named-permitted', path: '**.*permitted*', means: 'limits', why: 'By its name a list of what is allowed.' },
  { name: 'named-trusted', path: '**.*trusted*', means: 'limits', why: 'By its name a list of what is trusted.' },
  { name: 'named-restrict', path: '**.restrict*', means: 'protects', why: 'By its name a switch that holds back.' },
  { name: 'named-require', path: '**.require*', means: 'protects', why: 'By its name a switch that holds back.' },
  { name: 'named-only', path: '**.*only', means: 'protects', why: 'By its name a switch that holds back.' },
  {
    name: 'named-restricted',
    path: '**.*restrictedAccess',
    means: 'protects',
    why: 'By its name a switch that holds back.',
  },
  { name: 'named-free', path: '**.allow*', means: 'frees', why: 'By its name a switch that lets more happen.' },
  { name: 'named-allowed', path: '**.is*Allowed', means: 'frees', why: 'By its name a switch that lets more happen.' },
  { name: 'named-autonomy', path: '**.*autonomy*.**', means: 'autonomy', why: 'How much agents do without asking.' },
  {
    name: 'named-delegation',
    path: '**.*delegation*.**',
    means: 'autonomy',
    why: 'How much agents do without asking.',
  },
] as const satisfies readonly RiskRule[]

export type RiskRuleName = (typeof RISK_RULES)[number]['name']
