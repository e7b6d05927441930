import type { Day } from '../../../domain/calendar/calendar.ts'
import type { Person } from '../kit/made-up-people.ts'
import { LANGUAGES, MODELS } from '../kit/vocabulary.ts'
import type { PersonActivity } from './person-day.ts'

/** Two decimals are all that a mean of counts is worth. */
export const rounded = (value: number): number => Math.round(value * 100) / 100

/** The ratio of tool calls to turns, 0 when there were no turns. */
export const autonomyOf = ({ toolCalls, userMessages }: PersonActivity): number =>
  userMessages === 0 ? 0 : rounded(toolCalls / userMessages)

/** The members of a person's rows that never change, as JSON text. */
export type PersonText = { identity: string; languages: string }

export const personText = (person: Person): PersonText => ({
  identity: `"user_id":${JSON.stringify(person.id)},"user_email":${JSON.stringify(person.email)}`,
  languages: JSON.stringify(person.languages.map((index) => LANGUAGES[index]?.name)),
})

/**
 * A row of the users endpoint as JSON text. Written by hand: there are hundreds of thousands of them, and all that
 * could need escaping is in {@link PersonText}.
 */
export const personRow = (did: PersonActivity, day: Day, { identity, languages }: PersonText): string => {
  const primary = did.models.reduce((most, use) => (use.input > most.input ? use : most))
  const model = MODELS[primary.model] ?? { id: 'unknown', tier: 'standard' }
  const credits = did.models.reduce((sum, { billable }) => sum + billable, 0)
  return (
    `{${identity},"date":"${day}","tool_calls":${did.toolCalls},"billable_tokens":${credits},` +
    `"primary_model":"${model.id}","primary_model_tier":"${model.tier}",` +
    `"files_created":${did.filesCreated},"files_edited":${did.filesEdited},` +
    `"git_commits":${did.commits},"git_prs_created":${did.pullRequests},` +
    `"mcp_calls":${did.mcpCalls},"skill_calls":${did.skillCalls},` +
    `"slash_commands":${did.slashCommands},"hooks":${did.hooks},"sessions":${did.sessions},` +
    `"messages":${did.userMessages + did.assistantMessages},"user_messages":${did.userMessages},` +
    `"assistant_messages":${did.assistantMessages},"autonomy_ratio":${autonomyOf(did)},` +
    `"delegation_level":"${did.delegation}","languages":${languages}}`
  )
}
