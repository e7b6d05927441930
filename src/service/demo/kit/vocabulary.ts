/** `credits` is what a thousand discounted tokens cost. */
export type Model = { id: string; tier: 'standard' | 'thinking'; credits: number }

export const MODELS: readonly Model[] = [
  { id: 'sonnet', tier: 'standard', credits: 1 },
  { id: 'opus', tier: 'thinking', credits: 2.1 },
  { id: 'haiku', tier: 'standard', credits: 0.3 },
  { id: 'codex', tier: 'thinking', credits: 1.1 },
  { id: 'gemini-pro', tier: 'standard', credits: 0.8 },
]
export const OPUS = 1

/** Something that is counted by name, and how often it comes up beside the others. */
export type Weighted = { name: string; weight: number }

export const TOOLS: readonly Weighted[] = [
  { name: 'Read', weight: 30 },
  { name: 'Edit', weight: 18 },
  { name: 'Execute', weight: 16 },
  { name: 'Grep', weight: 12 },
  { name: 'Glob', weight: 6 },
  { name: 'LS', weight: 5 },
  { name: 'Create', weight: 5 },
  { name: 'TodoWrite', weight: 4 },
  { name: 'WebSearch', weight: 2 },
  { name: 'FetchUrl', weight: 2 },
]

/** What a parser makes of a broken tool call. Real services report such names, so readers have to cope. */
export const DEBRIS = ['Read</tool_name>', 'Execute\n{"command', 'parameter name="file_path', '```Grep']

/** Two of them come under two spellings, as in real data. */
export const MCP_SERVERS: readonly (Weighted & { tools: readonly string[] })[] = [
  { name: 'linear', weight: 14, tools: ['list_issues', 'get_issue'] },
  { name: 'Linear', weight: 5, tools: ['create_comment'] },
  { name: 'github', weight: 12, tools: ['get_pull_request', 'search_code'] },
  { name: 'GitHub', weight: 4, tools: ['list_commits'] },
  { name: 'sentry', weight: 6, tools: ['find_errors'] },
  { name: 'postgres', weight: 5, tools: ['query'] },
  { name: 'figma', weight: 3, tools: ['get_file'] },
  { name: 'notion-検索', weight: 1, tools: ['search'] },
]

export const SKILLS: readonly Weighted[] = [
  { name: 'write-migration', weight: 7 },
  { name: 'review-pull-request', weight: 9 },
  { name: 'release-notes', weight: 3 },
  { name: 'incident-summary', weight: 2 },
  { name: 'api-client', weight: 4 },
]

export const SLASH_COMMANDS: readonly Weighted[] = [
  { name: '/clear', weight: 12 },
  { name: '/review', weight: 8 },
  { name: '/compact', weight: 6 },
  { name: '/model', weight: 5 },
  { name: '/mcp', weight: 2 },
  { name: '/readiness-report', weight: 1 },
]

export const HOOKS: readonly (Weighted & { event: string; matcher: string; command: string })[] = [
  { name: 'format', weight: 14, event: 'PostToolUse', matcher: 'Edit|Create', command: 'npx biome check --write' },
  { name: 'guard', weight: 9, event: 'PreToolUse', matcher: 'Execute', command: './scripts/guard.sh' },
  { name: 'notify', weight: 5, event: 'Notification', matcher: '', command: 'qd hooks notify' },
  { name: 'done', weight: 4, event: 'Stop', matcher: '', command: 'qd hooks notify' },
]

export const LANGUAGES: readonly { name: string; extensions: readonly Weighted[] }[] = [
  {
    name: 'TypeScript',
    extensions: [
      { name: '.ts', weight: 7 },
      { name: '.tsx', weight: 4 },
    ],
  },
  {
    name: 'Python',
    extensions: [
      { name: '.py', weight: 9 },
      { name: '.ipynb', weight: 1 },
    ],
  },
  { name: 'Go', extensions: [{ name: '.go', weight: 1 }] },
  {
    name: 'Kotlin',
    extensions: [
      { name: '.kt', weight: 6 },
      { name: '.kts', weight: 1 },
    ],
  },
  { name: 'Swift', extensions: [{ name: '.swift', weight: 1 }] },
  { name: 'SQL', extensions: [{ name: '.sql', weight: 1 }] },
  { name: 'Markdown', extensions: [{ name: '.md', weight: 1 }] },
  {
    name: 'YAML',
    extensions: [
      { name: '.yml', weight: 3 },
      { name: '.yaml', weight: 2 },
    ],
  },
  { name: 'Terraform', extensions: [{ name: '.tf', weight: 1 }] },
  { name: 'Rust', extensions: [{ name: '.rs', weight: 1 }] },
]

/** Languages as indices into {@link LANGUAGES}, main one first. */
export const TEAMS: readonly { name: string; languages: readonly number[] }[] = [
  { name: 'payments', languages: [0, 5, 6] },
  { name: 'platform', languages: [2, 8, 7] },
  { name: 'web', languages: [0, 6] },
  { name: 'data', languages: [1, 5, 6] },
  { name: 'mobile', languages: [3, 4] },
  { name: 'infrastructure', languages: [8, 7, 9] },
]

export const FIRST_NAMES = (
  'Ada Bruno Chiara Dmitri Elif Farah Grace Hana Ines Jonas Kofi Lena Mateo Nadia Olu Priya Quentin Rosa Sven Tara ' +
  'Umar Vera Wei Ximena Yuki Zoe Amir Bea Carlos Dana Emeka Freya Goran Hugo Imani Jun Kira Leo Mira Noor'
).split(' ')

export const LAST_NAMES = (
  'Chen Okafor Rossi Ivanov Demir Haddad Murphy Tanaka Alves Berg Mensah Fischer Garcia Petrov Adeyemi Nair Dubois ' +
  'Moreno Larsen Singh Khan Novak Zhang Torres Sato Weber Rahimi Costa Ruiz Levy Eze Olsen Kovac Martin Diallo Park ' +
  'Lindgren Romano Jansen Ali Brandt Castro Doyle Ekman Ferrari Gupta Horvat Ito Jensen Klein'
).split(' ')
