import { judgedCriteria } from '../../domain/readiness/judged-criteria.ts'
import { judgeReport } from '../../domain/readiness/levels.ts'
import { clientVersionOf } from '../../domain/readiness/report-facts.ts'
import { moment, percent } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { noteAge, throwIfIncomplete } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { printRows } from '../output/print-rows.ts'
import { doubtOf, findReports, parseRepo, REPORT_HELP, type Report, repoOption, reportAmong } from './find-reports.ts'
import { criteriaLayout, criteriaRows } from './report-layouts.ts'

export type ShowOptions = { name: string; repo: string | undefined; isFailing: boolean }

const optionRows = [
  repoOption,
  { flags: '--failing', help: 'only criteria that fail' },
] as const satisfies readonly OptionRow[]

export const parseShow = (input: CommandInput<typeof optionRows>): ShowOptions => ({
  name: input.args[0] ?? 'latest',
  repo: parseRepo(input.options),
  isFailing: input.options.failing,
})

export const runShow = async ({ name, repo, isFailing }: ShowOptions, deps: Deps): Promise<undefined> => {
  const found = await findReports(repo, deps)
  const report = reportAmong(found, name)
  const rows = criteriaRows(report, isFailing)
  if (deps.format === 'table') deps.out(`${headOf(report)}\n`)
  printRows({ rows, envelope: isFailing ? onlyFailing(report) : report, layout: criteriaLayout }, deps)
  if (rows.length === 0) noteTo(deps.err, isFailing ? 'No criterion fails.' : 'The report judges no criterion.')
  noteAge(await deps.source(), found.at, deps)
  noteProblems(found.problems, deps)
  throwIfIncomplete(doubtOf(found, name))
}

const onlyFailing = (report: Report): Report => {
  const failing = new Set(judgedCriteria(report).flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : [])))
  const kept = Object.entries(report.report ?? {}).filter(([id]) => failing.has(id))
  return { ...report, report: Object.fromEntries(kept) }
}

/** Two lines: how the report stands, and where it comes from. Safe to show. */
export const headOf = (report: Report): string => {
  const { level, passRate } = judgeReport(report)
  const { branch, commitHash, modelUsed } = report
  const version = clientVersionOf(report)
  const facts = [
    moment(report.createdAt),
    ...(branch === undefined ? [] : [`branch ${safeText(branch)}`]),
    ...(commitHash === undefined ? [] : [`commit ${safeText(commitHash)}`]),
    ...(report.hasLocalChanges ? ['uncommitted changes'] : []),
    ...(report.hasNonRemoteCommits ? ['unpushed commits'] : []),
    ...(modelUsed === undefined ? [] : [`${safeText(modelUsed.id)} at ${safeText(modelUsed.reasoningEffort)} effort`]),
    ...(version === undefined ? [] : [`client ${safeText(version)}`]),
  ]
  return `${safeText(report.repoUrl)}  L${level}  ${percent(passRate)} pass\n${facts.join(', ')}`
}

export const show = command({
  name: 'readiness show',
  summary: 'One readiness report: every criterion with its verdict and why',
  description: REPORT_HELP,
  arguments: [{ name: 'report', help: 'which one; latest when left out', completes: 'report', isOptional: true }],
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  examples: ['readiness show --repo checkout --failing', 'readiness show latest~1 --repo checkout --format md'],
  parse: parseShow,
  run: runShow,
})
