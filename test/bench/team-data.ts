/** Rows of the bench of a team's database: the same ones in each run, and as long as those of a real server. */
import { addDays, type Day, dayOf } from '../../src/domain/calendar/calendar.ts'
import type { Store } from '../../src/service/store/store.ts'
import { createPersonDays } from './person-days.ts'

/** The newest day: explorers request the days up to yesterday. */
export const lastDay: Day = addDays(dayOf(Date.now()), -1)

/** In the order in which the API sends users. */
export const idOf = (user: number): string => `user_${String(user).padStart(6, '0')}`

const personDay = createPersonDays(lastDay)
const tails = Array.from({ length: 997 }, (_, at) => {
  const { user_id, user_email, date, ...row } = personDay(at, 0)
  return JSON.stringify(row).slice(1)
})

/** The rows of all users on the day before the last one by `ago` days. */
export const rowsOf = (ago: number, users: number) => {
  const day = addDays(lastDay, -ago)
  return Array.from({ length: users }, (_, user) => {
    const id = idOf(user)
    const tail = tails[(user * 31 + ago * 7) % tails.length]
    return { day, user_id: id, row: `{"user_id":"${id}","user_email":"${id}@acme.example","date":"${day}",${tail}` }
  })
}

/** Days that an explorer compares at its start. */
export const START_DAYS = 70

/** Stores the days of the organisation that explorers read. The credits have no shares of users: see team-tokens.ts. */
export const fillDays = async (store: Store): Promise<void> => {
  const list = (length: number, name: string, count: string) =>
    Array.from({ length }, (_, at) => ({ [name]: `${name}_${at}`, [count]: at * 977 }))
  const sums = { billable_tokens: 1e9, input_tokens: 1e9, output_tokens: 1e8 }
  const rows = {
    credits: { ...sums, by_model: list(6, 'model_id', 'billable_tokens'), by_user: [] },
    tools: { by_tool: list(50, 'tool', 'invocations') },
    activity: { daily_active_users: 90_000, daily_active_users_by_client: { cli: 60_000, desktop: 30_000 } },
    productivity: { by_extension: list(12, 'extension', 'files'), by_language: list(12, 'language', 'files') },
  }
  await store.write(async ({ days }) => {
    for (let ago = 0; ago < START_DAYS; ago++) {
      const date = addDays(lastDay, -ago)
      for (const endpoint of ['credits', 'tools', 'activity', 'productivity'] as const)
        await days.put(endpoint, { day: date, row: JSON.stringify({ date, ...rows[endpoint] }), grouped: '' })
    }
  })
}
