import { blame as controlsBlame } from './controls/controls-blame.ts'
import { diff as controlsDiff } from './controls/controls-diff.ts'
import { history as controlsHistory } from './controls/controls-history.ts'
import { open as controlsOpen } from './controls/controls-open.ts'
import { rules as controlsRules } from './controls/controls-rules.ts'
import { show as controlsShow } from './controls/controls-show.ts'
import type { Command } from './kit/command.ts'
import { compare as readinessCompare } from './readiness/readiness-compare.ts'
import { list as readinessList } from './readiness/readiness-list.ts'
import { show as readinessShow } from './readiness/readiness-show.ts'

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
