import {
  CRITERION_COLUMNS,
  REPORT_COLUMNS,
  REPOSITORY_COLUMNS,
  reportOutput,
} from '../../domain/readiness/readiness-output.ts'
import { reportRows } from '../../domain/readiness/report-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import type { Report } from './find-reports.ts'

/** A report as a row for people, csv and Markdown: what it comes to instead of its criteria. */
export const reportRow = (report: Report): RawRow => {
  const [row] = reportRows([report])
  return row ? reportOutput(row) : {}
}

export const reportsLayout: RowLayout = {
  columns: [
    { member: 'repo_url', title: 'REPOSITORY', kind: 'text', isAddress: true },
    { member: 'level', title: 'LEVEL', kind: 'count' },
    { member: 'pass_rate', title: 'PASS', kind: 'share' },
    { member: 'passed', title: 'PASSED', kind: 'count' },
    { member: 'failed', title: 'FAILED', kind: 'count' },
    { member: 'skipped', title: 'SKIPPED', kind: 'count' },
    { member: 'apps', title: 'APPS', kind: 'count' },
    { member: 'created_at', title: 'JUDGED', kind: 'day' },
    { member: 'report_id', title: 'REPORT', kind: 'day' },
    { member: 'branch', title: 'BRANCH', kind: 'text' },
  ],
  members: REPORT_COLUMNS,
}

/** Repositories by their newest reports. */
export const repositoriesLayout: RowLayout = {
  columns: [
    { member: 'repo_url', title: 'REPOSITORY', kind: 'text', isAddress: true },
    { member: 'level', title: 'LEVEL', kind: 'count' },
    { member: 'level_before', title: 'BEFORE', kind: 'count' },
    { member: 'pass_rate', title: 'PASS', kind: 'share' },
    { member: 'gained', title: 'WON', kind: 'count' },
    { member: 'lost', title: 'LOST', kind: 'count' },
    { member: 'passed', title: 'PASSED', kind: 'count' },
    { member: 'failed', title: 'FAILED', kind: 'count' },
    { member: 'skipped', title: 'SKIPPED', kind: 'count' },
    { member: 'created_at', title: 'JUDGED', kind: 'day' },
    { member: 'branch', title: 'BRANCH', kind: 'text' },
  ],
  members: REPOSITORY_COLUMNS,
}

export const criteriaLayout: RowLayout = {
  columns: [
    { member: 'level', title: 'LEVEL', kind: 'count' },
    { member: 'criterion', title: 'CRITERION', kind: 'day' },
    { member: 'verdict', title: 'VERDICT', kind: 'day' },
    { member: 'numerator', title: 'PASS', kind: 'count' },
    { member: 'denominator', title: 'OF', kind: 'count' },
    { member: 'rationale', title: 'RATIONALE', kind: 'text', isProse: true },
  ],
  members: CRITERION_COLUMNS,
}
