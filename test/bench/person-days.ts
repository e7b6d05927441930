import { addDays, type Day } from '../../src/domain/calendar/calendar.ts'
import { createRandom } from './bench-kit.ts'

const names = ['chen', 'okafor', 'silva', 'ito', 'novak', 'larsen', 'dubois', 'singh', 'khan', 'lopez']
const languages = ['Go', 'Rust', 'TypeScript', 'Python', 'SQL', 'C++', 'Java', 'Kotlin', 'Swift', 'Ruby']

/** Creates per-user rows as the API sends them, the same ones in each run. `day` counts from the first one. */
export const createPersonDays = (first: Day) => {
  const random = createRandom()
  return (person: number, day: number) => ({
    user_id: `user_${(1e9 + person * 7919).toString(36)}`,
    user_email: person % 17 ? `${names[person % 10]}.${(person * 7919) % 9973}@acme.example` : null,
    date: addDays(first, day),
    tool_calls: random(900),
    billable_tokens: random(90_000),
    primary_model: ['opus-4', 'sonnet-4', 'haiku-4', 'opus-3'][random(4)],
    primary_model_tier: ['standard', 'thinking'][random(2)],
    files_created: random(20),
    files_edited: random(60),
    git_commits: random(9),
    git_prs_created: random(4),
    mcp_calls: random(90),
    skill_calls: random(9),
    slash_commands: random(9),
    hooks: random(900),
    sessions: random(9),
    messages: random(90),
    user_messages: random(40),
    assistant_messages: random(50),
    autonomy_ratio: random(100) / 10,
    delegation_level: ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'][random(5)],
    languages: languages.filter(() => random(5) === 0),
  })
}
