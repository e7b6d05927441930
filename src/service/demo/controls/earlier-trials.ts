import { type ControlChange, change, firstSettings } from './control-changes.ts'

const base = firstSettings()
const notify = (command: string) => [{ hooks: [{ type: 'command' as const, command, timeout: 5 }] }]

/**
 * Trials on the first settings, before the regular changes. Each trial is applied to the first settings, so it undoes the previous trial.
 * Oldest first. Together with the later changes they change every member that the API describes.
 */
export const earlierTrials: readonly ControlChange[] = [
  change(260, 0, () => ({
    sessionDefaultSettings: { ...base.sessionDefaultSettings, specModeModel: 'sonnet' },
    subagentModelSettings: { lightModel: 'codex', mediumModel: 'haiku', heavyModel: 'sonnet' },
    cloudSessionSync: false,
    voiceDictationEnabled: true,
    wikiCloudSync: false,
    advancedAnalyticsEnabled: true,
    localSignalsOptIn: true,
    includeAgentCoAuthoredBy: true,
    enableAgentShield: true,
    ideAutoConnect: true,
  })),
  change(251, 1, () => ({
    mcpPolicy: { enabled: false, allowlist: [] },
    mcpAutonomyOverrides: { linear: 'medium' },
    mcpAutonomyUrlOverrides: [{ urlPattern: 'https://mcp.northwind.example/*', defaultLevel: 'low' }],
    commandBlocklist: ['shutdown', 'mkfs', 'dd *'],
    missionPolicy: { restrictedAccess: true, allowedUserIds: ['user_pilot'] },
    networkPolicy: { allowedIps: [] },
  })),
  change(240, 2, () => ({
    modelPolicy: {
      allowedModelIds: ['haiku'],
      blockedModelIds: ['opus'],
      allowCustomModels: false,
      allowedBaseUrls: ['https://models.northwind.example/'],
      allowAllVendorModels: true,
      isFastModelsAllowed: false,
      requireExplicitOptInModelIds: ['codex'],
      allowVendorRouterByok: true,
    },
    userModelPolicies: { user_pilot: { allowedModelIds: ['opus'] } },
    vendorRouterGuidance: 'Prefer the smallest model that does it.',
    vendorRouterRules: [{ guidance: 'Use the large one.', when: 'a migration is written' }],
  })),
  change(228, 3, () => ({
    customModels: [
      {
        model: 'northwind-trial',
        id: 'northwind-trial-0',
        index: 7,
        displayName: 'Northwind Trial',
        baseUrl: 'https://trial.northwind.example/v1',
        apiKey: 'demo-secret-sk-5b1e0c77d2f94a10',
        maxContextLimit: 64_000,
        enableThinking: true,
        thinkingMaxTokens: 8_000,
        maxOutputTokens: 4_000,
        extraHeaders: { 'x-team': 'pilot' },
        extraArgs: { temperature: '0' },
        noImageSupport: false,
        baseModelId: 'sonnet',
        useInRouter: true,
        cloudHost: {
          cloudProfile: 'pilot',
          cloudRegion: 'eu-1',
          cloudHostBaseUrl: 'https://host.cloud.example',
          cloudAuthRefresh: 'cloud login --profile pilot',
          cloudCredentialExport: 'cloud credentials --profile pilot',
        },
      },
    ],
  })),
  change(219, 1, () => ({
    sandbox: {
      enabled: true,
      filesystem: { allowWrite: ['.', '/tmp'], allowRead: ['/'], denyWrite: ['/etc'], denyRead: ['~/.ssh'] },
      network: {
        allowedDomains: [],
        allowUnixSockets: ['/var/run/pilot.sock'],
        allowAllUnixSockets: true,
        allowLocalBinding: true,
        httpProxyPort: 3128,
        socksProxyPort: 1080,
      },
    },
    enabledPlugins: { 'review@northwind': true },
    extraKnownMarketplaces: { northwind: { source: { source: 'github', repo: 'northwind/plugins' } } },
    strictKnownMarketplaces: [
      { source: 'github', repo: 'northwind/plugins', ref: 'main', sha: '4f2d9c01a7be53e8f6d0b1c29a8e7f3d5c6b4a10' },
    ],
  })),
  change(205, 2, () => ({
    hooks: {
      PreToolUse: notify('./scripts/before.sh'),
      PostToolUse: notify('./scripts/after.sh'),
      Notification: notify('./scripts/notify.sh'),
      UserPromptSubmit: notify('./scripts/prompt.sh'),
      Stop: notify('./scripts/stop.sh'),
      SubagentStop: notify('./scripts/stop.sh'),
      PreCompact: notify('./scripts/compact.sh'),
      SessionStart: notify('./scripts/start.sh'),
      SessionEnd: notify('./scripts/end.sh'),
      hooksDisabled: true,
      showHookOutput: true,
    },
  })),
  change(190, 0, () => ({
    restrictMemberVisibility: true,
    managedComputersEnabled: false,
    byomComputersEnabled: false,
    byomComputersAllowedEmails: ['a.chen@northwind.example'],
    disableAutoUpdate: true,
    disableWeeklyUsageSummary: true,
    sessionRetentionDays: 365,
  })),
]
