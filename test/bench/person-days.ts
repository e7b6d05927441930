import { addDays, type Day } from '../../src/domain/calendar/calendar.ts'

const names = ['chen', 'okafor', 'silva', 'ito', 'novak', 'larsen', 'dubois', 'singh', 'khan', 'lopez']
const languages = ['Go', 'Rust', 'TypeScript', 'Python', 'SQL', 'C++', 'Java', 'Kotlin', 'Swift', 'Ruby']

/** Makes per-user rows as the API sends them, the same ones in each run: of a person's day, counted from the first one. */
export const createPersonDays = (first: Day) => {
  let seed = 1
  const below = (most: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 4294967296) * most)
  }
  return (person: number, day: number) => ({
    user_id: `user_${(1e9 + person * 7919).toString(36)}`,
    user_email: person % 17 ? `${names[person % 10]}.${(person * 7919) % 9973}@acme.example` : null,
    date: addDays(first, day),
    tool_calls: below(900),
    billable_tokens: below(90_000),
    primary_model: ['opus-4', 'sonnet-4', 'haiku-4', 'opus-3'][below(4)],
    primary_model_tier: ['standard', 'thinking'][below(2)],
    files_created: below(20),
    files_edited: below(60),
    git_commits: below(9),
    git_prs_created: below(4),
    mcp_calls: below(90),
    skill_calls: below(9),
    slash_commands: below(9),
    hooks: below(900),
    sessions: below(9),
    messages: below(90),
    user_messages: below(40),
    assistant_messages: below(50),
    autonomy_ratio: below(100) / 10,
    delegation_level: ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'][below(5)],
    languages: languages.filter(() => below(5) === 0),
  })
}
