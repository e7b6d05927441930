import type { ActivityDay, ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { AutonomyLevel } from './day-entries.ts'
import { byName, derived, measuresIn } from './measure.ts'

// All measures of usage in the order of the output. Screens, commands and the overview share these tables, so that
// their figures agree.

const quotient = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || !(whole > 0) ? undefined : part / whole

const credits = measuresIn<CreditDay>()
const input = credits.sum('input_tokens', { title: 'Raw input tokens', heading: 'INPUT' })
const cacheRead = credits.sum('cache_read_tokens', {
  title: 'Tokens read from the cache',
  short: 'cache read tokens',
  heading: 'CACHE READ',
})

export const creditMeasures = byName([
  credits.sum('billable_tokens', { title: 'Credits' }),
  credits.over('billable_tokens', 'median', { title: 'Credits, median day', kind: 'count' }),
  input,
  credits.sum('output_tokens', { title: 'Raw output tokens', heading: 'OUTPUT' }),
  cacheRead,
  credits.sum('cache_write_tokens', {
    title: 'Tokens written to the cache',
    short: 'cache write tokens',
    heading: 'CACHE WRITE',
  }),
  // The share of the models' input that came from the prompt cache. The API counts only tokens sent to the model as
  // input, so cached tokens are added to it. Cache writes were sent as input and would count twice.
  derived(
    'cache_share',
    { title: 'Cache share of input', short: 'cache share', unit: 'share' },
    [cacheRead, input],
    (read, sent) => quotient(read, read === undefined || sent === undefined ? undefined : read + sent),
  ),
])

const tools = measuresIn<ToolDay>()
const level = <Level extends AutonomyLevel>(name: Level, title: string) =>
  tools.within('tool_autonomy_level_ratio', name, 'mean', { title, short: name.replace('_', '-'), unit: 'share' })

export const toolMeasures = byName([
  tools.sum('tool_calls', { title: 'Tool calls' }),
  tools.sum('skills_invocations', { title: 'Skill activations', short: 'skills' }),
  tools.sum('slash_commands_invocations', { title: 'Slash commands', heading: 'COMMANDS' }),
  tools.sum('hooks_invocations', { title: 'Hook executions', short: 'hooks' }),
  tools.over('mcp_users_with_mcp', 'mean', { title: 'Users of MCP servers per day', short: 'MCP users' }),
  tools.over('web_users', 'mean', { title: 'Web users per day', short: 'web users' }),
  tools.over('autonomy_ratio_avg', 'mean', { title: 'Tool calls per turn, mean of days', unit: 'ratio' }),
  // Medians of days can't be added up, so the median day represents the range.
  tools.over('autonomy_ratio_p50', 'median', {
    title: 'Tool calls per turn, median of medians',
    heading: 'CALLS/TURN P50',
    unit: 'ratio',
  }),
  tools.over('autonomy_ratio_p90', 'median', {
    title: 'Tool calls per turn, median of 90th percentiles',
    heading: 'P90',
    unit: 'ratio',
  }),
  tools.over('tool_calls_per_session_avg', 'mean', {
    title: 'Tool calls per session, mean of days',
    short: 'calls per session',
    unit: 'ratio',
  }),
  tools.over('user_turns_per_session_avg', 'mean', {
    title: 'Turns per session, mean of days',
    short: 'turns per session',
    unit: 'ratio',
  }),
  level('auto_high', 'Autonomy high, mean of days'),
  level('auto_medium', 'Autonomy medium, mean of days'),
  level('auto_low', 'Autonomy low, mean of days'),
  level('manual', 'Manual, mean of days'),
])

const activity = measuresIn<ActivityDay>()
// The users of several days overlap, so they are averaged and never added up.
const dailyPeople = activity.over('daily_active_users', 'mean', {
  title: 'Users per day, mean',
  short: 'daily users',
  heading: 'DAILY USERS',
})
const monthlyPeople = activity.over('monthly_active_users', 'last', {
  title: 'Users in the last 30 days',
  heading: 'MONTHLY USERS',
})
const sessions = activity.sum('sessions', { title: 'Sessions' })
const userMessages = activity.sum('user_messages', {
  title: 'Messages of users',
  short: 'messages of users',
  heading: 'FROM USERS',
})

export const activityMeasures = byName([
  dailyPeople,
  activity.over('daily_active_users', 'median', { title: 'Users per day, median' }),
  activity.over('daily_active_users', 'max', { title: 'Users per day, max' }),
  activity.over('weekly_active_users', 'last', { title: 'Users in the last 7 days', heading: 'WEEKLY USERS' }),
  monthlyPeople,
  // The share of a month's users who are active on a day.
  derived(
    'stickiness',
    { title: 'Daily share of monthly users', short: 'stickiness', unit: 'share' },
    [dailyPeople, monthlyPeople],
    quotient,
  ),
  sessions,
  activity.sum('messages', { title: 'Messages' }),
  userMessages,
  derived(
    'turns_per_session',
    { title: 'Messages of users per session', unit: 'ratio' },
    [userMessages, sessions],
    quotient,
  ),
])

const productivity = measuresIn<ProductivityDay>()

export const productivityMeasures = byName([
  productivity.sum('files_created', { title: 'Files created' }),
  productivity.sum('files_edited', { title: 'Files edited' }),
  productivity.sum('git_commits', { title: 'Commits' }),
  productivity.sum('git_prs_created', { title: 'Pull requests' }),
])
