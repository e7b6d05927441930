import type { EnterpriseSettings } from '../../../contract/controls.ts'

/** The settings before the first change. All secrets are fake. */
export const firstSettings = (): EnterpriseSettings => ({
  sessionDefaultSettings: { model: 'sonnet', specModeModel: 'opus', runInWorktree: false },
  subagentModelSettings: { lightModel: 'haiku', mediumModel: 'sonnet', heavyModel: 'opus' },
  cloudSessionSync: true,
  wikiCloudSync: true,
  voiceDictationEnabled: false,
  commandAllowlist: ['git status', 'git diff', 'npm test', 'ls'],
  commandDenylist: ['rm -rf /', 'git push --force'],
  commandBlocklist: ['shutdown', 'mkfs'],
  customModels: [
    {
      model: 'northwind-coder',
      id: 'northwind-coder-1',
      index: 0,
      displayName: 'Northwind Coder',
      baseUrl: 'https://models.northwind.example/v1',
      apiKey: 'demo-secret-sk-9f2c7a41d0b84e6e',
      maxContextLimit: 200_000,
      maxOutputTokens: 32_000,
      extraHeaders: { 'x-team': 'platform', authorization: 'Bearer demo-secret-header-51aa' },
      noImageSupport: true,
    },
  ],
  modelPolicy: { allowedModelIds: ['sonnet', 'haiku', 'codex'], allowCustomModels: true, isFastModelsAllowed: true },
  mcpPolicy: { enabled: true, allowlist: ['linear', 'github'] },
  env: {
    NODE_ENV: 'development',
    REGISTRY_TOKEN: 'demo-secret-registry-7d31',
    HTTP_PROXY: 'http://proxy.northwind.example:3128',
  },
  networkPolicy: { allowedIps: ['198.51.100.0/24'] },
  sandbox: {
    enabled: false,
    filesystem: { allowWrite: ['.'], allowRead: ['.'], denyWrite: ['~/.ssh'], denyRead: ['~/.ssh', '~/.aws'] },
    network: { allowedDomains: ['packages.example'], allowAllUnixSockets: false, allowLocalBinding: false },
  },
  hooks: {
    Notification: [{ hooks: [{ type: 'command', command: 'qd hooks notify', timeout: 5 }] }],
    hooksDisabled: false,
    showHookOutput: false,
  },
  allowManagedHooksOnly: false,
  managedComputersEnabled: true,
  byomComputersEnabled: true,
  managedComputersAllowedEmails: ['a.chen@northwind.example'],
  restrictApiKeyCreationToManagers: false,
  restrictMemberVisibility: false,
  sessionRetentionDays: 90,
})

/** A change of the settings: the number of days before the last day, the index of the admin, and the members to set. */
export const change = (
  daysBefore: number,
  admin: number,
  members: (settings: EnterpriseSettings) => EnterpriseSettings,
) => ({ daysBefore, admin, members })
export type ControlChange = ReturnType<typeof change>

const addTo = (list: string[] | undefined, ...items: string[]): string[] => [...(list ?? []), ...items]
const without = (list: string[] | undefined, ...items: string[]): string[] =>
  (list ?? []).filter((item) => !items.includes(item))

/** Oldest first. As in real organisations, they loosen and tighten the settings: an incident, a cleanup, an exception. */
export const controlChanges: readonly ControlChange[] = [
  change(171, 0, () => ({})),
  change(160, 1, ({ commandAllowlist }) => ({ commandAllowlist: addTo(commandAllowlist, 'npm ci', 'npm run build') })),
  change(149, 0, ({ modelPolicy }) => ({
    modelPolicy: { ...modelPolicy, allowedModelIds: ['sonnet', 'haiku', 'codex', 'opus'] },
  })),
  change(131, 2, ({ sandbox }) => ({ sandbox: { ...sandbox, enabled: true } })),
  change(130, 2, ({ sandbox }) => ({
    sandbox: {
      ...sandbox,
      network: {
        ...sandbox?.network,
        allowedDomains: ['packages.example', 'wheels.example', 'files.wheels.example'],
      },
    },
  })),
  change(118, 1, () => ({ mcpPolicy: { enabled: true, allowlist: ['linear', 'github', 'sentry', 'postgres'] } })),
  change(97, 3, ({ commandAllowlist }) => ({ commandAllowlist: addTo(commandAllowlist, 'docker *', 'curl *') })),
  change(96, 0, ({ commandAllowlist, commandDenylist }) => ({
    commandAllowlist: without(commandAllowlist, 'curl *'),
    commandDenylist: addTo(commandDenylist, 'curl * | sh'),
  })),
  change(80, 0, () => ({ networkPolicy: { allowedIps: ['198.51.100.0/24', '203.0.113.17/32'] } })),
  change(66, 1, ({ env }) => ({
    env: {
      ...env,
      REGISTRY_TOKEN: 'demo-secret-registry-e04b',
      SENTRY_DSN: 'https://demo-secret-dsn@errors.northwind.example/4',
    },
  })),
  change(52, 2, () => ({
    sessionRetentionDays: 30,
    restrictApiKeyCreationToManagers: true,
  })),
  change(41, 0, ({ customModels }) => ({
    customModels: [
      ...(customModels ?? []),
      {
        model: 'review-small',
        id: 'review-small-2',
        index: 1,
        displayName: '査読 (review)',
        baseUrl: 'https://models.northwind.example/review',
        apiKey: 'demo-secret-sk-0c55e1f7aa92417b',
        enableThinking: false,
        useInRouter: true,
      },
    ],
  })),
  change(33, 3, ({ hooks }) => ({
    hooks: {
      ...hooks,
      PreToolUse: [
        {
          matcher: 'Execute',
          commandRegex: '^terraform apply',
          hooks: [{ type: 'command', command: './scripts/guard.sh', timeout: 10 }],
        },
      ],
    },
    allowManagedHooksOnly: true,
  })),
  change(24, 1, ({ sandbox }) => ({
    sandbox: {
      ...sandbox,
      network: { ...sandbox?.network, allowedDomains: ['*'], allowLocalBinding: true },
    },
  })),
  change(22, 2, ({ sandbox }) => ({
    sandbox: {
      ...sandbox,
      filesystem: { ...sandbox?.filesystem, denyRead: ['~/.ssh', '~/.aws', '~/.kube'] },
      network: { ...sandbox?.network, allowedDomains: ['packages.example', 'wheels.example', '*.northwind.example'] },
    },
  })),
  change(9, 3, ({ modelPolicy, sessionDefaultSettings }) => ({
    sessionDefaultSettings: { ...sessionDefaultSettings, model: 'opus', runInWorktree: true },
    modelPolicy: { ...modelPolicy, requireExplicitOptInModelIds: [] },
  })),
  change(6, 0, ({ modelPolicy, sessionDefaultSettings }) => ({
    sessionDefaultSettings: { ...sessionDefaultSettings, model: 'sonnet' },
    modelPolicy: { ...modelPolicy, requireExplicitOptInModelIds: ['opus'] },
  })),
  change(1, 1, ({ commandAllowlist, managedComputersAllowedEmails }) => ({
    commandAllowlist: addTo(without(commandAllowlist, 'docker *'), 'docker build', 'gh pr *'),
    managedComputersAllowedEmails: addTo(managedComputersAllowedEmails, 'c.tanaka@northwind.example'),
  })),
]
