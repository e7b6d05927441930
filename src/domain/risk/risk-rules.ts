/**
 * How a member of the settings widens or narrows what agents and people may do:
 * `allows`: a list of what is allowed; without it nothing is, so more entries widen and fewer narrow.
 * `limits`: the same, but without the list everything is allowed: to drop it widens, to begin it narrows.
 * `denies`: a list of what is held back: fewer entries widen, more narrow.
 * `protects`: a switch that holds back while it is on. `frees`: a switch that lets more happen while it is on.
 * `autonomy`: how much agents do on their own. `caps`: the most that they may do on their own; without it, all.
 * `requires`: the level that a session must have before a tool runs by itself: a higher one holds back more.
 * `confines`: how much of a process the sandbox holds. `keeps`: days that something is kept.
 * `look`: what it means nobody can tell from the settings alone, so it is told as neutral. `harmless`: nobody may do more or less
 * by it, so nothing is told.
 */
export type RiskMeaning =
  | 'allows'
  | 'limits'
  | 'denies'
  | 'protects'
  | 'frees'
  | 'autonomy'
  | 'caps'
  | 'requires'
  | 'confines'
  | 'keeps'
  | 'look'
  | 'harmless'

/**
 * Where a meaning comes from: the platform's documents say so, or the API names the member so that it can mean nothing else, as
 * `blockedModelIds` does. What neither tells has no rule, and is told as not known.
 */
export type RiskSource = 'documented' | 'named'

export type RiskRule = {
  /** What people call the rule by; no two have the same. */
  name: string
  /** Which paths it is about, as parsePathGlob reads it, from the top of the settings: one step is a member of their own. */
  path: string
  means: RiskMeaning
  source: RiskSource
  /** A switch beside it; while that is off, the member has no effect. */
  onlyWhile?: string
  /** Its entries are patterns of commands, in which `*` stands for any rest. */
  hasPatterns?: true
  /** Of a switch: whether it is grave to switch it so that it widens. @default true for one that `protects`, else false */
  isGrave?: boolean
  /** One sentence for a reader who wonders. */
  why: string
}

/**
 * Of the rules that match a path, the first that fits the type of its values counts: lists for `allows`, `limits` and
 * `denies`, booleans for `protects` and `frees`, levels for `autonomy`, `caps` and `requires`, modes for `confines`, numbers for
 * `keeps`. Patterns stand only where all members that they match mean the same.
 */
export const RISK_RULES = [
  {
    name: 'command-allow',
    path: 'commandAllowlist',
    means: 'allows',
    source: 'documented',
    hasPatterns: true,
    why: 'These commands run without asking anybody.',
  },
  {
    name: 'command-deny',
    path: 'commandDenylist',
    means: 'denies',
    source: 'documented',
    hasPatterns: true,
    why: 'These commands ask a person first.',
  },
  {
    name: 'command-block',
    path: 'commandBlocklist',
    means: 'denies',
    source: 'documented',
    hasPatterns: true,
    why: 'These commands never run.',
  },
  {
    name: 'sandbox',
    path: 'sandbox.enabled',
    means: 'protects',
    source: 'documented',
    why: 'Without the sandbox, commands reach the whole machine.',
  },
  {
    name: 'sandbox-mode',
    path: 'sandbox.mode',
    means: 'confines',
    source: 'documented',
    why: 'The sandbox holds the whole process, each command by itself, or nothing.',
  },
  {
    name: 'sandbox-deny',
    path: 'sandbox.**.deny*',
    means: 'denies',
    source: 'named',
    why: 'The sandbox keeps agents from these paths.',
  },
  {
    name: 'sandbox-allow',
    path: 'sandbox.**.allow*',
    means: 'allows',
    source: 'named',
    why: 'What the sandbox lets through; without a list nothing.',
  },
  {
    name: 'sandbox-sockets',
    path: 'sandbox.network.allowAllUnixSockets',
    means: 'frees',
    source: 'named',
    isGrave: true,
    why: 'Opens the sandbox to all sockets of the machine, and so to what listens there.',
  },
  {
    name: 'sandbox-binding',
    path: 'sandbox.network.allowLocalBinding',
    means: 'frees',
    source: 'named',
    why: 'Opens the sandbox to ports of the machine.',
  },
  {
    name: 'sandbox-proxy',
    path: 'sandbox.network.*ProxyPort',
    means: 'look',
    source: 'named',
    why: 'Traffic of the sandbox takes another way.',
  },
  {
    name: 'network',
    path: 'networkPolicy.allowedIps',
    means: 'limits',
    source: 'named',
    why: 'Only these addresses may use the platform.',
  },
  {
    name: 'model-allow',
    path: 'modelPolicy.allowed*',
    means: 'limits',
    source: 'named',
    why: 'Only these models and addresses may be used.',
  },
  {
    name: 'model-block',
    path: 'modelPolicy.blocked*',
    means: 'denies',
    source: 'named',
    why: 'These models must not be used.',
  },
  {
    name: 'model-consent',
    path: 'modelPolicy.requireExplicit*',
    means: 'denies',
    source: 'named',
    why: 'These models need consent before they are used.',
  },
  {
    name: 'model-custom',
    path: 'modelPolicy.allow*',
    means: 'frees',
    source: 'named',
    why: 'More models, or models from elsewhere, may be used.',
  },
  {
    name: 'model-fast',
    path: 'modelPolicy.is*Allowed',
    means: 'frees',
    source: 'named',
    why: 'Faster and dearer models may be used.',
  },
  {
    name: 'model-people',
    path: 'userModelPolicies.*',
    means: 'look',
    source: 'named',
    why: 'What some people may use, apart from all others.',
  },
  {
    name: 'model-endpoint',
    path: 'customModels[*]',
    means: 'look',
    source: 'named',
    why: 'Prompts may go to the address of this model.',
  },
  {
    name: 'autonomy-default',
    path: 'sessionDefaultSettings.autonomy*',
    means: 'autonomy',
    source: 'documented',
    why: 'How much agents do without asking, unless a session says otherwise.',
  },
  {
    name: 'model-default',
    path: 'sessionDefaultSettings.*',
    means: 'look',
    source: 'documented',
    why: 'What sessions begin with, not what they may do.',
  },
  {
    name: 'model-subagent',
    path: 'subagentModelSettings.*',
    means: 'look',
    source: 'named',
    why: 'Which models agents hand work to.',
  },
  {
    name: 'model-guidance',
    path: '*RouterGuidance',
    means: 'look',
    source: 'named',
    why: 'Tells in words which model gets a prompt.',
  },
  {
    name: 'model-routes',
    path: '*RouterRules',
    means: 'look',
    source: 'named',
    why: 'Tell in words which model gets a prompt.',
  },
  {
    name: 'mcp',
    path: 'mcpPolicy.enabled',
    means: 'protects',
    source: 'documented',
    why: 'Without the policy any MCP server may be used.',
  },
  {
    name: 'mcp-allow',
    path: 'mcpPolicy.allowlist',
    means: 'allows',
    source: 'documented',
    onlyWhile: 'enabled',
    why: 'While the policy is on, only these MCP servers may be used, and without the list none.',
  },
  {
    name: 'tool-autonomy',
    path: 'builtInToolAutonomyOverrides.*',
    means: 'requires',
    source: 'documented',
    why: 'The level that a session must have before this tool runs by itself.',
  },
  {
    name: 'mcp-autonomy',
    path: 'mcpAutonomyOverrides.*',
    means: 'requires',
    source: 'documented',
    why: 'The level that a session must have before tools of this MCP server run by themselves.',
  },
  {
    name: 'mcp-autonomy-url',
    path: 'mcpAutonomyUrlOverrides[*].defaultLevel',
    means: 'requires',
    source: 'documented',
    why: 'The level that a session must have before tools at these addresses run by themselves.',
  },
  {
    name: 'mcp-autonomy-urls',
    path: 'mcpAutonomyUrlOverrides[*]',
    means: 'look',
    source: 'documented',
    why: 'How much agents do at these addresses.',
  },
  {
    name: 'autonomy-cap',
    path: 'maxAutonomyLevel',
    means: 'caps',
    source: 'documented',
    why: 'No session does more on its own than this; without it, sessions may do all.',
  },
  {
    name: 'mission',
    path: 'missionPolicy.restrictedAccess',
    means: 'protects',
    source: 'named',
    why: 'Only some people may start missions.',
  },
  {
    name: 'mission-people',
    path: 'missionPolicy.allowedUserIds',
    means: 'limits',
    source: 'named',
    why: 'Who may start missions.',
  },
  {
    name: 'managed-hooks',
    path: 'allowManagedHooksOnly',
    means: 'protects',
    source: 'named',
    why: 'Hooks of people and repositories do not run.',
  },
  {
    name: 'hooks-off',
    path: 'hooks.hooksDisabled',
    means: 'frees',
    source: 'named',
    isGrave: true,
    why: 'Hooks that guard do not run any more.',
  },
  { name: 'hooks', path: 'hooks.*', means: 'look', source: 'named', why: 'A hook may guard or act: read its command.' },
  {
    name: 'computers-own',
    path: 'byomComputersEnabled',
    means: 'frees',
    source: 'named',
    why: 'Agents may run on machines of people.',
  },
  {
    name: 'computers-managed',
    path: 'managedComputersEnabled',
    means: 'frees',
    source: 'named',
    why: 'Agents may run on managed machines.',
  },
  {
    name: 'computers-people',
    path: '*ComputersAllowedEmails',
    means: 'limits',
    source: 'named',
    why: 'Who may use these computers.',
  },
  {
    name: 'retention',
    path: 'sessionRetentionDays',
    means: 'keeps',
    source: 'named',
    why: 'How long what was said in sessions can be read.',
  },
  {
    name: 'key-creation',
    path: 'restrictApiKeyCreationToManagers',
    means: 'protects',
    source: 'named',
    why: 'Only managers may make API keys.',
  },
  {
    name: 'members',
    path: 'restrictMemberVisibility',
    means: 'protects',
    source: 'named',
    isGrave: false,
    why: 'People do not see all others.',
  },
  {
    name: 'plugins',
    path: 'enabledPlugins.*',
    means: 'frees',
    source: 'named',
    why: 'A plugin brings commands, hooks and servers.',
  },
  {
    name: 'plugin-choice',
    path: 'enabledPlugins.*',
    means: 'look',
    source: 'named',
    why: 'Which of a plugin is used.',
  },
  {
    name: 'marketplaces',
    path: 'strictKnownMarketplaces',
    means: 'limits',
    source: 'named',
    why: 'Plugins may come from these places only.',
  },
  {
    name: 'marketplaces-more',
    path: 'extraKnownMarketplaces.*',
    means: 'look',
    source: 'named',
    why: 'Plugins may come from this place too.',
  },
  {
    name: 'shield',
    path: 'enable*Shield',
    means: 'protects',
    source: 'named',
    why: 'The guard against harmful prompts and actions.',
  },
  {
    name: 'cloud-sync',
    path: '*cloud*Sync',
    means: 'look',
    source: 'named',
    why: 'A copy of what was said or written is kept elsewhere.',
  },
  {
    name: 'analytics',
    path: 'advancedAnalyticsEnabled',
    means: 'look',
    source: 'named',
    why: 'More of what people do is counted.',
  },
  {
    name: 'signals',
    path: 'localSignalsOptIn',
    means: 'look',
    source: 'named',
    why: 'More of what happens on machines is reported.',
  },
  {
    name: 'updates',
    path: 'disableAutoUpdate',
    means: 'look',
    source: 'named',
    why: 'Clients that do not update lack what was mended.',
  },
  { name: 'environment', path: 'env.*', means: 'look', source: 'named', why: 'Every session is given it.' },
  {
    name: 'dictation',
    path: 'voiceDictationEnabled',
    means: 'harmless',
    source: 'named',
    why: 'Another way to write a prompt.',
  },
  {
    name: 'co-author',
    path: 'include*CoAuthoredBy*',
    means: 'harmless',
    source: 'named',
    why: 'A line in the messages of commits.',
  },
  {
    name: 'editor',
    path: 'ideAutoConnect',
    means: 'harmless',
    source: 'named',
    why: 'The client looks for an editor that runs already.',
  },
  {
    name: 'summary',
    path: 'disableWeeklyUsageSummary',
    means: 'harmless',
    source: 'named',
    why: 'A message fewer a week.',
  },
] as const satisfies readonly RiskRule[]

export type RiskRuleName = (typeof RISK_RULES)[number]['name']

/** What is said of a member that no rule knows. */
export const UNKNOWN_SETTING = {
  name: 'unknown',
  why: 'No document says what this member means: look at what it does.',
} as const
