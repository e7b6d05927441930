import { auditList } from './audit/audit-list.ts'
import { blame } from './controls/controls-blame.ts'
import { history } from './controls/controls-history.ts'
import { open } from './controls/controls-open.ts'
import { revisionCommands } from './controls/controls-revisions.ts'
import { rules } from './controls/controls-rules.ts'
import { criteria } from './readiness/readiness-criteria.ts'
import { list } from './readiness/readiness-list.ts'
import { reportCommands } from './readiness/readiness-reports.ts'

export const auditCommands = [
  list,
  criteria,
  ...reportCommands,
  history,
  ...revisionCommands,
  blame,
  open,
  rules,
  auditList,
]
