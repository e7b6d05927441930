import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Delegation, Person } from '../kit/demo-people.ts'
import { createRandom, mix, type Random } from '../kit/random.ts'
import { LANGUAGES, MODELS } from '../kit/vocabulary.ts'

/** One person's use of one model on one day, in tokens; `billable` is in credits. */
export type ModelUse = {
  model: number
  billable: number
  /** All input tokens, including cached ones. */
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
}

/** One person's activity on one day. All counts are integers. */
export type PersonActivity = {
  person: Person
  sessions: number
  userMessages: number
  assistantMessages: number
  toolCalls: number
  mcpCalls: number
  skillCalls: number
  slashCommands: number
  hooks: number
  filesCreated: number
  filesEdited: number
  commits: number
  pullRequests: number
  /** One bit per client. */
  clients: number
  delegation: Delegation
  models: ModelUse[]
}

/** Adds the tokens and credits of two uses of a model. */
export const plus = (one: ModelUse, other: ModelUse): ModelUse => ({
  model: one.model,
  billable: one.billable + other.billable,
  input: one.input + other.input,
  output: one.output + other.output,
  cacheRead: one.cacheRead + other.cacheRead,
  cacheWrite: one.cacheWrite + other.cacheWrite,
})

export const creditsOf = ({ models }: Pick<PersonActivity, 'models'>): number =>
  models.reduce((sum, { billable }) => sum + billable, 0)

export type DayOfDemo = {
  /** Days since the first day with data. */
  index: number
  /** 0 for Monday to 6 for Sunday. */
  weekday: number
}

const WEEKEND_SHARE = 0.2
/** Load factor of each weekday, Monday first. */
const weekdayLoad = [0.95, 1.08, 1.1, 1.05, 0.85, 0.4, 0.4]
const callsPerTurn: Record<Delegation, number> = {
  'auto-high': 14,
  'auto-medium': 9,
  'auto-low': 5,
  spec: 6,
  manual: 3,
}

/** A person's activity on a day; undefined if there is none. Depends only on seed, person and day. */
export const personActivity = (seed: number, person: Person, day: DayOfDemo): PersonActivity | undefined => {
  if (day.index < person.firstDay || day.index > person.lastDay) return undefined
  const isOnLeave = mix(seed, 2, person.index, Math.floor(day.index / 7)) % 100 < 5
  if (isOnLeave) return undefined
  const random = createRandom(seed, 3, person.index, day.index)
  const probability = day.weekday < 5 ? person.activity : person.activity * WEEKEND_SHARE
  if (!random.chance(probability)) return undefined
  return workOf(person, loadOf(person, day, random), random)
}

/** Usage grows over the first weeks and varies from day to day. */
const loadOf = (person: Person, day: DayOfDemo, random: Random): number => {
  const habit = Math.min(1, 0.35 + (day.index - person.firstDay) / 60)
  const mood = 0.5 + random.next() * 0.6 + random.next() * 0.6
  return person.intensity * habit * mood * (weekdayLoad[day.weekday] ?? 1)
}

const workOf = (person: Person, load: number, random: Random): PersonActivity => {
  const sessions = 1 + Math.floor(load * random.between(1, 4))
  const userMessages = sessions * random.int(2, 7) + random.int(0, 4)
  const toolCalls = Math.floor(userMessages * callsPerTurn[person.delegation] * random.between(0.7, 1.3))
  const filesEdited = Math.floor(toolCalls * random.between(0.05, 0.16))
  const commits = Math.floor((filesEdited / 5) * random.next())
  return {
    person,
    sessions,
    userMessages,
    assistantMessages: userMessages + Math.floor(toolCalls * random.between(0.25, 0.45)),
    toolCalls,
    mcpCalls: person.usesMcp ? Math.floor(toolCalls * random.between(0, 0.12)) : 0,
    skillCalls: random.chance(0.4) ? random.int(1, 1 + sessions) : 0,
    slashCommands: random.int(0, sessions + 1),
    hooks: person.usesHooks ? Math.floor(toolCalls * 0.3) + sessions : 0,
    filesCreated: Math.floor(filesEdited * random.between(0.05, 0.4)),
    filesEdited,
    commits,
    pullRequests: Math.floor((commits / 3) * random.next() + 0.3),
    clients: clientsOf(person, random),
    delegation: person.delegation,
    models: modelsOf(person, toolCalls + userMessages, random),
  }
}

const clientsOf = (person: Person, random: Random): number => {
  const mask = person.clients.reduce(
    (bits, probability, at) => (random.chance(probability) ? bits | (1 << at) : bits),
    0,
  )
  return mask === 0 ? 1 : mask
}

const modelsOf = (person: Person, turns: number, random: Random): ModelUse[] => {
  const [favourite = 0, second] = person.models
  const share = second === undefined || random.chance(0.35) ? 1 : random.between(0.55, 0.95)
  const uses = [modelUse(favourite, turns * share, random)]
  if (second !== undefined && share < 1) uses.push(modelUse(second, turns * (1 - share), random))
  return uses
}

/**
 * The tokens of a number of turns with a model. Most of a turn's input is the conversation so far, read from the cache.
 */
export const modelUse = (model: number, turns: number, random: Random): ModelUse => {
  const input = Math.floor(turns * random.between(9_000, 18_000)) + 1_000
  const output = Math.floor(turns * random.between(180, 420)) + 100
  const cacheRead = Math.floor(input * random.between(0.62, 0.84))
  const cacheWrite = Math.floor(input * random.between(0.05, 0.1))
  const discounted = input - cacheRead - cacheWrite + cacheRead * 0.1 + cacheWrite * 1.25 + output * 5
  const billable = Math.max(1, Math.floor((discounted / 1_000) * (MODELS[model]?.credits ?? 1)))
  return { model, billable, input, output, cacheRead, cacheWrite }
}

/** A mean of counts is not more precise than two decimals. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** The ratio of tool calls to turns; 0 if there were no turns. */
export const autonomyOf = ({ toolCalls, userMessages }: PersonActivity): number =>
  userMessages === 0 ? 0 : rounded(toolCalls / userMessages)

/** The constant members of a person's rows, as JSON text. */
export type PersonText = { identity: string; languages: string }

export const personText = (person: Person): PersonText => ({
  identity: `"user_id":${JSON.stringify(person.id)},"user_email":${JSON.stringify(person.email)}`,
  languages: JSON.stringify(person.languages.map((index) => LANGUAGES[index]?.name)),
})

/**
 * A row of the users endpoint as JSON text. It is concatenated, because there are hundreds of thousands of rows. {@link
 * PersonText} contains all parts that may need escaping.
 */
export const personRow = (activity: PersonActivity, day: Day, { identity, languages }: PersonText): string => {
  const primary = activity.models.reduce((most, use) => (use.input > most.input ? use : most))
  const model = MODELS[primary.model] ?? { id: 'unknown', tier: 'standard' }
  return (
    `{${identity},"date":"${day}","tool_calls":${activity.toolCalls},"billable_tokens":${creditsOf(activity)},` +
    `"primary_model":"${model.id}","primary_model_tier":"${model.tier}",` +
    `"files_created":${activity.filesCreated},"files_edited":${activity.filesEdited},` +
    `"git_commits":${activity.commits},"git_prs_created":${activity.pullRequests},` +
    `"mcp_calls":${activity.mcpCalls},"skill_calls":${activity.skillCalls},` +
    `"slash_commands":${activity.slashCommands},"hooks":${activity.hooks},"sessions":${activity.sessions},` +
    `"messages":${activity.userMessages + activity.assistantMessages},"user_messages":${activity.userMessages},` +
    `"assistant_messages":${activity.assistantMessages},"autonomy_ratio":${autonomyOf(activity)},` +
    `"delegation_level":"${activity.delegation}","languages":${languages}}`
  )
}
