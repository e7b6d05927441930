import type { PersonDay } from '../../src/contract/per-user-rows.ts'

/** The row of a user and a day, as the contract defines it; `more` replaces or adds members. */
export const personDay = (user_id: string, date: string, more: object = {}) => ({
  ...plain,
  user_id,
  date,
  ...more,
})

const plain: Omit<PersonDay, 'user_id' | 'date'> = {
  user_email: null,
  tool_calls: 1,
  billable_tokens: 2,
  primary_model: 'm',
  primary_model_tier: 'standard',
  files_created: 0,
  files_edited: 0,
  git_commits: 0,
  git_prs_created: 0,
  mcp_calls: 0,
  skill_calls: 0,
  slash_commands: 0,
  hooks: 0,
  sessions: 1,
  messages: 2,
  user_messages: 1,
  assistant_messages: 1,
  autonomy_ratio: 1,
  delegation_level: 'spec',
  languages: [],
}
