import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFolder } from '../../src/service/import/import-folder.ts'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { NOW } from './demos.ts'
import { personDay } from './person-day.ts'

const envelope = (data: unknown[]) => ({
  data,
  meta: { org_id: 'org_test', start_date: '2026-11-18', end_date: '2026-11-20' },
})

const creditDay = (date: string, opus: number, haiku: number) => ({
  date,
  billable_tokens: opus + haiku,
  input_tokens: 1000 * opus,
  output_tokens: 100 * opus,
  cache_read_tokens: 500 * opus,
  cache_write_tokens: 10 * opus,
  by_model: [
    { model_id: 'opus', model_tier: 'thinking', billable_tokens: opus, input_tokens: 900 * opus, output_tokens: opus },
    {
      model_id: 'haiku',
      model_tier: 'standard',
      billable_tokens: haiku,
      input_tokens: haiku,
      output_tokens: 2 * haiku,
    },
  ],
  by_user: [{ user_id: 'u1', user_email: 'ann@example.com', billable_tokens: opus + haiku }],
  region_hint: 'eu, "west"',
})

/** A tool name that would clear a terminal, and one that a spreadsheet would run. */
const HOSTILE_TOOL = 'wipe\u001b[2J\u009d52;c;eA\u0007'
const FORMULA_TOOL = '=HYPERLINK("http://x","y")'

const toolDay = (date: string, calls: number) => ({
  date,
  tool_calls: calls + 3,
  by_tool: [
    { tool: 'Read', invocations: calls },
    { tool: HOSTILE_TOOL, invocations: 2 },
    { tool: FORMULA_TOOL, invocations: 1 },
  ],
  mcp_users_with_mcp: 1,
  mcp_by_server: [{ server: 'GitHub', invocations: 4 }],
  skills_invocations: 5,
  skills_by_name: [{ name: 'review', count: 5 }],
  slash_commands_invocations: 6,
  slash_commands_by_name: [{ name: '/test', count: 6 }],
  hooks_invocations: 7,
  hooks_by_event: [{ event: 'Stop', matcher: '', command: 'say', count: 7 }],
  web_users: 1,
  autonomy_ratio_avg: 4.25,
  autonomy_ratio_p50: 4,
  autonomy_ratio_p90: 8.125,
  tool_calls_per_session_avg: 10,
  user_turns_per_session_avg: 2.5,
  tool_autonomy_level_ratio: { auto_high: 0.5, auto_medium: 0.25, auto_low: 0.25, manual: 0 },
})

const activityDay = (date: string, people: number) => ({
  date,
  daily_active_users: people,
  weekly_active_users: 5,
  monthly_active_users: 8,
  daily_active_users_by_client: { 'terminal-ui': people, web: 1 },
  sessions: people * 3,
  messages: people * 40,
  user_messages: people * 12,
})

const productivityDay = (date: string, commits: number) => ({
  date,
  files_created: 1,
  files_edited: 2,
  by_extension: [{ extension: 'ts', count: 3 }],
  by_language: [{ language: 'TypeScript', count: 3 }],
  git_commits: commits,
  git_prs_created: 1,
})

/** People u1 to u5 on two days each; u5 has no e-mail. */
const dayOf = (person: number, date: string) =>
  personDay(`u${person}`, date, {
    user_email: person === 5 ? null : `p${person}@example.com`,
    tool_calls: 10 * person,
    billable_tokens: 1000 * person,
    primary_model: 'opus',
    primary_model_tier: 'thinking',
    git_commits: person,
    sessions: 2,
    messages: 20,
    user_messages: 6,
    assistant_messages: 14,
    autonomy_ratio: 1.5,
    delegation_level: 'auto-high',
    languages: ['TypeScript', 'SQL'],
  })

const user = { id: 'u1', email: 'ann@example.com', name: 'Ann \u202eeve' }

const report = (id: string, repoUrl: string, createdAt: number, numerator: number) => ({
  reportId: `00000000-0000-4000-8000-00000000000${id}`,
  createdAt,
  repoUrl,
  apps: { '.': { description: 'all' } },
  report: { readme: { numerator, denominator: 1, rationale: 'because' } },
})

const files = {
  credits: envelope([
    creditDay('2026-11-18', 1000, 200),
    creditDay('2026-11-19', 2000, 34),
    creditDay('2026-11-20', 500, 0),
  ]),
  tools: envelope([toolDay('2026-11-18', 100), toolDay('2026-11-19', 200), toolDay('2026-11-20', 1000)]),
  activity: envelope([activityDay('2026-11-18', 3), activityDay('2026-11-19', 5), activityDay('2026-11-20', 4)]),
  productivity: envelope([
    productivityDay('2026-11-18', 4),
    productivityDay('2026-11-19', 0),
    productivityDay('2026-11-20', 9),
  ]),
  users: {
    data: [1, 2, 3, 4, 5].flatMap((person) => [dayOf(person, '2026-11-19'), dayOf(person, '2026-11-20')]),
    meta: { org_id: 'org_test', start_date: '2026-11-19', end_date: '2026-11-20', has_more: false },
  },
  controlsHistory: {
    changes: [
      {
        revision: 2,
        settings: { env: { TOKEN: 'hunter2' }, cloudSessionSync: true },
        user,
        updatedAt: '2026-11-19T08:30:00Z',
      },
      { revision: 1, settings: { cloudSessionSync: false }, user, updatedAt: '2026-11-10T08:30:00Z' },
    ],
    pagination: { hasMore: false },
  },
  readinessReports: {
    reports: [
      report('3', 'https://git.example/up', 1_763_600_000_000, 1),
      report('2', 'https://git.example/up', 1_763_500_000_000, 0),
      report('1', 'https://git.example/down', 1_763_400_000_000, 0),
      report('0', 'https://git.example/down', 1_763_300_000_000, 1),
    ],
  },
}

/** The test organisation on its own service, and the received requests. */
export type TestOrganisation = RunningService & { requests: string[] }

/** Starts the service with a small organisation, imported in the documented way. */
export const startOrganisation = async (): Promise<TestOrganisation> => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-commands-'))
  const requests: string[] = []
  try {
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(content))
    const service = await startService({
      now: () => NOW,
      log: ({ method, path }) => requests.push(`${method} ${path}`),
      prepare: async (store) => {
        const { refused } = await importFolder(store, folder, () => NOW)
        if (refused.length > 0) throw new Error(refused.join('\n'))
      },
    })
    return { ...service, requests }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
