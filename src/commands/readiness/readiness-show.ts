import { criterionOf, judgedCriteria } from '../../domain/readiness/judged-criteria.ts'
import { clientVersionOf, judgeReport, latestReports } from '../../domain/readiness/levels.ts'
import { nextLevel, tallyCriteria, wayText } from '../../domain/readiness/next-level.ts'
import { criterionOutput } from '../../domain/readiness/readiness-output.ts'
import { criterionTable, type SeenCriterion } from '../../domain/readiness/report-filter.ts'
import { moment, percent } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command } from '../kit/command.ts'
import { endWith } from '../kit/load-options.ts'
import { atOption, parseAt } from '../kit/option-values.ts'
import { fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/row-options.ts'
import { printRows } from '../output/print-rows.ts'
import {
  criteriaLayout,
  doubtOf,
  findNamed,
  findReports,
  parseRepo,
  REPORT_HELP,
  type Report,
  repoOption,
  reportAmong,
  reportBefore,
} from './find-reports.ts'

const table = criterionTable<SeenCriterion>()

const onlyThese = (report: Report, criteria: readonly { id: string }[]): Report => {
  const chosen = new Set(criteria.map(({ id }) => id))
  const kept = Object.entries(report.report ?? {}).filter(([id]) => chosen.has(id))
  return { ...report, report: Object.fromEntries(kept) }
}

/** Two lines: how the report stands, and where it comes from. Safe to show. */
const headOf = (report: Report): string => {
  const { level, passRate } = judgeReport(report)
  const { branch, commitHash, modelUsed } = report
  const version = clientVersionOf(report)
  const facts = [
    moment(report.createdAt),
    branch && `branch ${branch}`,
    commitHash && `commit ${commitHash}`,
    report.hasLocalChanges && 'uncommitted changes',
    report.hasNonRemoteCommits && 'unpushed commits',
    modelUsed && `${modelUsed.id} at ${modelUsed.reasoningEffort} effort`,
    version && `client ${version}`,
  ].flatMap((fact) => (fact ? [safeText(fact)] : []))
  return `${safeText(report.repoUrl)}  L${level}  ${percent(passRate)} pass\n${facts.join(', ')}`
}

export const show = command({
  name: 'readiness show',
  summary: 'One readiness report: every criterion with its verdict and why',
  description: `${REPORT_HELP}\n\n${WHERE_HELP} Fields: ${fieldNamesOf(table)}.`,
  arguments: [{ name: 'report', help: 'which one; latest when left out', completes: 'report', isOptional: true }],
  cacheOptions: ['offline', 'refresh'],
  options: [
    repoOption,
    atOption,
    { flags: '--failing', help: 'only criteria that fail' },
    {
      flags: '--way',
      help: 'only what opens the next level: what was lost first, then what nearly passes, then the easiest',
    },
    whereOption("only criteria for which all hold: 'verdict=failed level<=3'"),
  ],
  fields: table.fields,
  members: criteriaLayout.members,
  examples: ['readiness show --repo checkout --failing', 'readiness show latest~1 --repo checkout --format md'],
  parse: (input, now) => ({
    name: input.args[0] ?? 'latest',
    repo: parseRepo(input.options),
    at: parseAt(input.options, now),
    isFailing: input.options.failing,
    isWay: input.options.way,
    where: parseRowsWhere(input.options.where, table, "'verdict=failed'"),
  }),
  run: async ({ name, repo, at, isFailing, isWay, where }, deps) => {
    const found = await findReports(repo, deps, at)
    const report = reportAmong(found, name)
    const older = reportBefore(found, report)
    // What most repositories pass is the easiest.
    const tallies = async () => tallyCriteria(latestReports((await findNamed(undefined, deps)).rows))
    const way = isWay ? nextLevel(report, await tallies(), older) : undefined
    const judged = (isWay ? (way?.criteria ?? []) : judgedCriteria(report))
      .filter(({ outcome }) => !isFailing || outcome === 'failed')
      .map((criterion): SeenCriterion => ({ criterion, before: older && criterionOf(older, criterion.id) }))
    const chosen = (where?.(judged) ?? judged).map(({ criterion }) => criterion)
    const rows = chosen.map(criterionOutput)
    const needed = way === undefined ? undefined : wayText(way)
    if (deps.format === 'table') deps.out(`${headOf(report)}\n${needed === undefined ? '' : `${needed}\n`}`)
    const isWhole = !isFailing && !isWay && !where
    printRows({ rows, envelope: isWhole ? report : onlyThese(report, chosen), layout: criteriaLayout }, deps)
    const nothing = () => {
      if (isWay && !way) return 'This is the highest level: no way leads on.'
      if (where) return 'The conditions hold for no criterion.'
      return isWhole ? 'The report judges no criterion.' : 'No criterion fails.'
    }
    const notes = [deps.format === 'table' ? undefined : needed, rows.length === 0 ? nothing() : undefined]
    await endWith({ ...found, notes, incomplete: doubtOf(found, name) }, deps)
  },
})
