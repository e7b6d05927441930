import { activity, productivity, tokens, tools } from './analytics/days.ts'
import { users } from './analytics/users.ts'
import { budget } from './budget/budget.ts'
import { check } from './check/check-command.ts'
import { exportCommand } from './export/export-command.ts'
import type { Command } from './kit/command.ts'
import { limitCommands } from './limits/limits.ts'
import { live } from './live/live.ts'
import { overview } from './overview/overview-command.ts'
import { watch } from './overview/watch/watch-command.ts'
import { report } from './report/report-command.ts'
import { savings } from './savings/savings.ts'
import { status } from './status/status-command.ts'
import { userCommands } from './users/users.ts'

export const usageCommands: readonly Command[] = [
  overview,
  status,
  watch,
  report,
  live,
  savings,
  budget,
  check,
  exportCommand,
  tokens,
  tools,
  activity,
  productivity,
  users,
  ...userCommands,
  ...limitCommands,
]
