import { blame as controlsBlame } from './controls/controls-blame.ts'
import { history as controlsHistory } from './controls/controls-history.ts'
import { open as controlsOpen } from './controls/controls-open.ts'
import { diff as controlsDiff, show as controlsShow } from './controls/controls-revisions.ts'
import { rules as controlsRules } from './controls/controls-rules.ts'
import type { Command } from './kit/command.ts'
import { list as readinessList } from './readiness/readiness-list.ts'
import { compare as readinessCompare, show as readinessShow } from './readiness/readiness-reports.ts'

/** How ready repositories are, and who changed which control. */
export const auditCommands: readonly Command[] = [
  readinessList,
  readinessShow,
  readinessCompare,
  controlsHistory,
  controlsShow,
  controlsDiff,
  controlsBlame,
  controlsOpen,
  controlsRules,
]
