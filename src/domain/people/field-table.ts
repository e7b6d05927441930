import type { FieldRow } from './field-row.ts'

/**
 * The fields of people and of their days, in the order of help and exports. A new figure needs a row here, and one in
 * screens/people/shared/field-columns.ts for a column of the screen.
 */
export const fieldTable = {
  credits: {
    kind: 'number',
    of: 'both',
    member: 'billable_tokens',
    ledgerPlace: 0,
    partOf: 'model',
    figure: 'sum',
    isMain: true,
  },
  // Of the organisation's credits.
  share: {
    kind: 'percent',
    of: 'people',
    aliases: ['%'],
    title: '% ALL',
    isMain: true,
  },
  // Of credits, against the period before.
  delta: {
    kind: 'percent',
    of: 'people',
    isMain: true,
  },
  // The same in credits.
  change: { kind: 'number', of: 'people' },
  tools: {
    kind: 'number',
    of: 'both',
    member: 'tool_calls',
    ledgerPlace: 1,
    figure: 'sum',
    title: 'TOOL CALLS',
    shortTitle: 'TOOLS',
    label: 'tool calls',
    isMain: true,
  },
  sessions: {
    kind: 'number',
    of: 'both',
    member: 'sessions',
    aliases: ['sess'],
    ledgerPlace: 2,
    figure: 'sum',
    shortTitle: 'SESS',
    isMain: true,
  },
  commits: {
    kind: 'number',
    of: 'both',
    member: 'git_commits',
    ledgerPlace: 6,
    figure: 'sum',
    isMain: true,
  },
  prs: {
    kind: 'number',
    of: 'both',
    member: 'git_prs_created',
    ledgerPlace: 7,
    figure: 'sum',
    label: 'pull requests',
    isMain: true,
  },
  messages: {
    kind: 'number',
    of: 'both',
    member: 'messages',
    aliases: ['msgs'],
    ledgerPlace: 3,
    figure: 'sum',
    title: 'MSGS',
  },
  asked: {
    kind: 'number',
    of: 'both',
    member: 'user_messages',
    ledgerPlace: 4,
    figure: 'sum',
    longLabel: 'messages of the person',
    isPart: true,
  },
  answered: {
    kind: 'number',
    of: 'both',
    member: 'assistant_messages',
    ledgerPlace: 5,
    figure: 'sum',
    title: 'ANSWD',
    longLabel: 'messages of the assistant',
    isPart: true,
  },
  files: {
    kind: 'number',
    of: 'both',
    figure: 'sum',
    parts: ['created', 'edited'],
    combine: (created, edited) => (Number.isNaN(created) ? edited : Number.isNaN(edited) ? created : created + edited),
  },
  created: {
    kind: 'number',
    of: 'both',
    member: 'files_created',
    ledgerPlace: 8,
    figure: 'sum',
    longLabel: 'files created',
    isPart: true,
  },
  edited: {
    kind: 'number',
    of: 'both',
    member: 'files_edited',
    ledgerPlace: 9,
    figure: 'sum',
    longLabel: 'files edited',
    isPart: true,
  },
  mcp: {
    kind: 'number',
    of: 'both',
    member: 'mcp_calls',
    ledgerPlace: 10,
    figure: 'sum',
    label: 'MCP calls',
  },
  skills: {
    kind: 'number',
    of: 'both',
    member: 'skill_calls',
    ledgerPlace: 11,
    figure: 'sum',
    longLabel: 'skill activations',
  },
  slash: {
    kind: 'number',
    of: 'both',
    member: 'slash_commands',
    ledgerPlace: 12,
    figure: 'sum',
    label: 'slash commands',
  },
  hooks: {
    kind: 'number',
    of: 'both',
    member: 'hooks',
    ledgerPlace: 13,
    figure: 'sum',
    longLabel: 'hook executions',
  },
  // Tool calls per message of the person.
  autonomy: {
    kind: 'number',
    of: 'both',
    member: 'autonomy_ratio',
    ledgerPlace: 14,
    figure: 'ratio',
    weight: 'user_messages',
    title: 'AUTON',
    label: 'tools/message',
    longLabel: 'tool calls per message of the person',
  },
  days: {
    kind: 'number',
    of: 'people',
    figure: 'sum',
    label: 'days active',
  },
  // By credits.
  rank: {
    kind: 'number',
    of: 'people',
    aliases: ['#'],
    first: 'smallest',
    title: '#',
  },
  // Ranks gained since the period before.
  move: {
    kind: 'number',
    of: 'people',
  },
  mode: {
    kind: 'word',
    of: 'both',
    member: 'delegation_level',
    aliases: ['delegation'],
    ledgerPlace: 2,
    first: 'largest',
    isMain: true,
  },
  // All that were used, in filters; what is shown and sorted by is the main one.
  model: {
    kind: 'word',
    of: 'both',
    member: 'primary_model',
    ledgerPlace: 0,
    isMain: true,
  },
  // The model of most days, or of the day.
  main: { kind: 'word', of: 'both', aliases: ['primary_model'], isAsked: true },
  tier: {
    kind: 'word',
    of: 'both',
    member: 'primary_model_tier',
    ledgerPlace: 1,
  },
  // A row has several, all of which are shown and filtered by; sorts go by the main one.
  lang: {
    kind: 'word',
    of: 'both',
    member: 'languages',
    aliases: ['language'],
    title: 'LANGUAGES',
    label: 'languages',
  },
  // New, gone or stayed, against the period before.
  state: { kind: 'word', of: 'people', values: ['stayed', 'new', 'gone'] },
  // Whether the person counts as stopped at the end of the range, as on Overview.
  stopped: { kind: 'word', of: 'people', values: ['yes', 'no'], isAsked: true },
  // Days with activity.
  first: { kind: 'day', of: 'people' },
  last: {
    kind: 'day',
    of: 'people',
    title: 'LAST SEEN',
    isMain: true,
  },
  // From the last day with activity to the end of the range.
  idle: { kind: 'age', of: 'people', isAsked: true },
  date: {
    kind: 'day',
    of: 'days',
    member: 'date',
    aliases: ['day'],
    title: 'DAY',
  },
  // The e-mail, or the id of a person without one.
  name: {
    kind: 'text',
    of: 'both',
    member: 'user_email',
    aliases: ['email', 'person'],
    title: 'PERSON',
  },
  id: { kind: 'text', of: 'both', member: 'user_id' },
} as const satisfies Readonly<Record<string, FieldRow>>
