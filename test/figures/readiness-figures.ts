import type { Raw, Server } from './server.ts'
import type { Tally } from './tally.ts'

/** The criteria of each level, as documented; any other belongs to none. */
const CRITERIA: Readonly<Record<number, string>> = {
  1: `readme env_template gitignore_comprehensive lint_config type_check formatter unit_tests_exist`,
  2: `build_cmd_doc deps_pinned vcs_cli_tools automated_pr_review monorepo_tooling agents_md automated_doc_generation devcontainer local_services_setup runbooks_documented branch_protection codeowners automated_security_review dependency_update_automation secrets_management issue_templates issue_labeling_system pr_templates pre_commit_hooks strict_typing unit_tests_runnable test_coverage_thresholds database_schema structured_logging error_tracking_contextualized`,
  3: `large_file_detection tech_debt_tracking agentic_development single_command_setup release_notes_automation version_drift_detection release_automation dead_feature_flag_detection skills documentation_freshness service_flow_documented devcontainer_runnable secret_scanning min_release_age naming_consistency dead_code_detection duplicate_code_detection unused_dependencies_detection integration_tests_exist test_naming_conventions api_schema_docs distributed_tracing metrics_collection alerting_configured health_checks pii_handling log_scrubbing product_analytics_instrumentation`,
  4: `fast_ci_feedback build_performance_tracking deployment_frequency feature_flag_infrastructure progressive_rollout rollback_automation agents_md_validation privacy_compliance backlog_health code_modularization n_plus_one_detection heavy_dependency_detection test_performance_tracking flaky_test_detection test_isolation code_quality_metrics deployment_observability circuit_breakers profiling_instrumentation dast_scanning`,
  5: `cyclomatic_complexity error_to_insight_pipeline`,
}
const levelOf = new Map(
  Object.entries(CRITERIA).flatMap(([level, ids]) => ids.split(' ').map((id) => [id, Number(level)] as const)),
)

type Evaluated = { level: number; passed: number; failed: number; skipped: number; rate: number | undefined }

/** Evaluates a report by src/contract/README.md, "Readiness reports": a level unlocks the next one if 80 % of its evaluated criteria pass. */
const evaluate = ({ report }: Raw): Evaluated => {
  const entries = Object.entries<Raw>(report)
  const count = (is: string, of = entries) => of.filter(([, each]) => outcome(each) === is).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  let level = 1
  for (; level < 5; level++) {
    const own = entries.filter(([id, each]) => levelOf.get(id) === level && outcome(each) !== 'skipped')
    if (own.length === 0 || count('passed', own) < 0.8 * own.length) break
  }
  return { level, passed, failed, skipped, rate: passed + failed > 0 ? passed / (passed + failed) : undefined }
}

/** Levels, counts and pass rates of every report, how the newest two of each repository compare, and the criteria. */
export const readinessFigures = async (server: Server, maxRepos: number, tally: Tally): Promise<void> => {
  const { get, json, csv } = server
  const reports = await reportsOf(get)
  const printed: Raw[] = (await json('readiness', 'list', '--all')).reports
  const rows = await csv('readiness', 'list', '--all')
  tally.same('reports', 'reports', printed.length, reports.length)
  for (const report of reports) {
    const own = printed.find(({ reportId }) => reportId === report.reportId)
    tally.sameIn('reports', report.reportId, own, report)
    const row = rows.find(({ reportId }) => reportId === report.reportId)
    const { level, passed, failed, skipped, rate } = evaluate(report)
    const what = `${report.repoUrl} ${report.reportId}`
    for (const [name, value] of Object.entries({ level, passed, failed, skipped, passRate: rate }))
      tally.same('levels and rates', `${what} ${name}`, Number(row?.[name]), value)
  }
  for (const url of [...new Set(reports.map(({ repoUrl }) => repoUrl))].slice(0, maxRepos)) {
    const [after, before] = reports
      .filter(({ repoUrl }) => repoUrl === url)
      .toSorted((a, b) => b.createdAt - a.createdAt)
    if (!before) continue
    const compared = await json('readiness', 'compare', before.reportId, after.reportId, '--repo', url)
    for (const [side, report] of Object.entries({ from: before, to: after })) {
      const { level, rate } = evaluate(report)
      tally.same('comparisons of reports', `${url} ${side} level`, compared[side].level, level)
      tally.same('comparisons of reports', `${url} ${side} rate`, compared[side].passRate, rate)
    }
    for (const [id, now] of Object.entries<Raw>(after.report)) {
      const then = before.report[id]
      const change = compared.changes.find(({ criterion }: Raw) => criterion === id)?.change
      tally.same('comparisons of reports', `${url} ${id}`, change, changeFrom(then, now))
    }
  }
  await criteriaFigures(server, reports, tally)
}

/** In how many repositories each criterion fails, and which level each would reach if it alone passed. */
const criteriaFigures = async ({ csv }: Server, reports: readonly Raw[], tally: Tally): Promise<void> => {
  const newest = [...Map.groupBy(reports, ({ repoUrl }) => repoUrl).values()].map((own) =>
    own.reduce((a, b) => (b.createdAt > a.createdAt ? b : a)),
  )
  const rows = await csv('readiness', 'criteria')
  const ids = [...new Set(newest.flatMap(({ report }) => Object.keys(report)))]
  tally.same('criteria', 'criteria', rows.length, ids.length)
  for (const id of ids) {
    const results = newest.map(({ report }) => report[id]).filter((result) => result !== undefined)
    const count = (is: string) => results.filter((each) => outcome(each) === is).length
    const failing = newest.filter(({ report }) => report[id] && outcome(report[id]) === 'failed')
    const rises = failing.map((own) => {
      const passing = { ...own.report[id], numerator: own.report[id].denominator }
      return [evaluate(own).level, evaluate({ report: { ...own.report, [id]: passing } }).level] as const
    })
    const shares = failing.map(({ report }) => report[id].numerator / report[id].denominator)
    const row = rows.find(({ criterion }) => criterion === id)
    const expected = {
      failing: count('failed'),
      passing: count('passed'),
      skipped: count('skipped'),
      unlocks: rises.filter(([now, then]) => then > now).length,
      unlocksL3: rises.filter(([now, then]) => then > now && then === 3).length,
      unlocksL5: rises.filter(([now, then]) => then > now && then === 5).length,
      towards: rises.filter(([now]) => now === levelOf.get(id) && now < 5).length,
    }
    for (const [name, value] of Object.entries(expected))
      tally.same('criteria', `${id} ${name}`, Number(row?.[name]), value)
    if (failing.length === 0) continue
    const worst = Number(row?.worstNumerator) / Number(row?.worstDenominator)
    tally.same('criteria', `${id} worst`, worst, Math.min(...shares))
  }
}

const outcome = ({ numerator, denominator }: Raw): 'passed' | 'failed' | 'skipped' =>
  numerator === null ? 'skipped' : numerator >= denominator ? 'passed' : 'failed'

const changeFrom = (then: Raw, now: Raw): string | undefined => {
  if (then === undefined) return 'new'
  const [before, after] = [outcome(then), outcome(now)]
  // The number of applications that pass may change without changing the outcome of the criterion.
  if (before === after)
    return then.numerator === now.numerator && then.denominator === now.denominator ? undefined : 'moved'
  if (after === 'skipped') return 'skipped'
  return after === 'passed' ? 'gained' : before === 'passed' ? 'lost' : undefined
}

const reportsOf = async (get: Server['get']): Promise<Raw[]> => {
  const reports: Raw[] = []
  for (let after = ''; ; ) {
    const page: Raw[] = (await get(`/api/organization/maturity-level-reports?limit=100${after}`)).reports
    reports.push(...page)
    if (page.length === 0) return reports
    after = `&startAfter=${page.at(-1).reportId}`
  }
}
