/** `credits` is the price of a thousand discounted tokens. */
export type Model = { id: string; tier: 'standard' | 'thinking'; credits: number }

export const MODELS: readonly Model[] = [
  { id: 'sonnet', tier: 'standard', credits: 1 },
  { id: 'opus', tier: 'thinking', credits: 2.1 },
  { id: 'haiku', tier: 'standard', credits: 0.3 },
  { id: 'codex', tier: 'thinking', credits: 1.1 },
  { id: 'gemini-pro', tier: 'standard', credits: 0.8 },
]
export const OPUS = 1

/** A named item with its relative frequency. */
export type Weighted = { name: string; weight: number }

const weighted = (weights: Record<string, number>): Weighted[] =>
  Object.entries(weights).map(([name, weight]) => ({ name, weight }))

export const TOOLS = weighted({
  Read: 30,
  Edit: 18,
  Execute: 16,
  Grep: 12,
  Glob: 6,
  LS: 5,
  Create: 5,
  TodoWrite: 4,
  WebSearch: 2,
  FetchUrl: 2,
})

/**
 * Tool names that result from parsing broken tool calls. Real services report such names, so clients must handle them.
 */
export const MALFORMED_TOOL_NAMES = ['Read</tool_name>', 'Execute\n{"command', 'parameter name="file_path', '```Grep']

/** Two servers occur in two spellings, as in real data. */
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

export const SKILLS = weighted({
  'write-migration': 7,
  'review-pull-request': 9,
  'release-notes': 3,
  'incident-summary': 2,
  'api-client': 4,
})

export const SLASH_COMMANDS = weighted({
  '/clear': 12,
  '/review': 8,
  '/compact': 6,
  '/model': 5,
  '/mcp': 2,
  '/readiness-report': 1,
})

export const HOOKS: readonly (Weighted & { event: string; matcher: string; command: string })[] = [
  { name: 'format', weight: 14, event: 'PostToolUse', matcher: 'Edit|Create', command: 'npx biome check --write' },
  { name: 'guard', weight: 9, event: 'PreToolUse', matcher: 'Execute', command: './scripts/guard.sh' },
  { name: 'notify', weight: 5, event: 'Notification', matcher: '', command: 'qd hooks notify' },
  { name: 'done', weight: 4, event: 'Stop', matcher: '', command: 'qd hooks notify' },
]

export const LANGUAGES: readonly { name: string; extensions: readonly Weighted[] }[] = [
  { name: 'TypeScript', extensions: weighted({ '.ts': 7, '.tsx': 4 }) },
  { name: 'Python', extensions: weighted({ '.py': 9, '.ipynb': 1 }) },
  { name: 'Go', extensions: weighted({ '.go': 1 }) },
  { name: 'Kotlin', extensions: weighted({ '.kt': 6, '.kts': 1 }) },
  { name: 'Swift', extensions: weighted({ '.swift': 1 }) },
  { name: 'SQL', extensions: weighted({ '.sql': 1 }) },
  { name: 'Markdown', extensions: weighted({ '.md': 1 }) },
  { name: 'YAML', extensions: weighted({ '.yml': 3, '.yaml': 2 }) },
  { name: 'Terraform', extensions: weighted({ '.tf': 1 }) },
  { name: 'Rust', extensions: weighted({ '.rs': 1 }) },
]

/** Languages as indexes into {@link LANGUAGES}, the main one first. */
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
