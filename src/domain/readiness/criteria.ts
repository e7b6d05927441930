/** 1 Functional, 2 Documented, 3 Standardized, 4 Optimized, 5 Autonomous. */
export type Level = 1 | 2 | 3 | 4 | 5

export const LEVELS = [1, 2, 3, 4, 5] as const satisfies Level[]

/** Whether a criterion is evaluated once for the repository or once per application. */
type CriterionScope = 'repository' | 'app'

export type CriterionPlace = { level: Level; scope: CriterionScope }

// Ids by level as live services use them; the API doesn't document them. A star marks criteria that are evaluated per
// application.
const ids: Record<Level, string> = {
  1: 'readme env_template gitignore_comprehensive lint_config* type_check* formatter* unit_tests_exist*',
  2: `build_cmd_doc deps_pinned vcs_cli_tools automated_pr_review monorepo_tooling agents_md automated_doc_generation
    devcontainer local_services_setup runbooks_documented branch_protection codeowners automated_security_review
    dependency_update_automation secrets_management issue_templates issue_labeling_system pr_templates
    pre_commit_hooks* strict_typing* unit_tests_runnable* test_coverage_thresholds* database_schema*
    structured_logging* error_tracking_contextualized*`,
  3: `large_file_detection tech_debt_tracking agentic_development single_command_setup release_notes_automation
    version_drift_detection release_automation dead_feature_flag_detection skills documentation_freshness
    service_flow_documented devcontainer_runnable secret_scanning min_release_age naming_consistency*
    dead_code_detection* duplicate_code_detection* unused_dependencies_detection* integration_tests_exist*
    test_naming_conventions* api_schema_docs* distributed_tracing* metrics_collection* alerting_configured*
    health_checks* pii_handling* log_scrubbing* product_analytics_instrumentation*`,
  4: `fast_ci_feedback build_performance_tracking deployment_frequency feature_flag_infrastructure progressive_rollout
    rollback_automation agents_md_validation privacy_compliance backlog_health code_modularization*
    n_plus_one_detection* heavy_dependency_detection* test_performance_tracking* flaky_test_detection* test_isolation*
    code_quality_metrics* deployment_observability* circuit_breakers* profiling_instrumentation* dast_scanning*`,
  5: 'cyclomatic_complexity* error_to_insight_pipeline*',
}

/** All criteria known today, in the order of the levels. An id that isn't in the map has no level. */
export const CRITERIA: ReadonlyMap<string, CriterionPlace> = new Map(
  LEVELS.flatMap((level) =>
    ids[level].split(/\s+/).map((entry): [string, CriterionPlace] => {
      const isPerApp = entry.endsWith('*')
      return [isPerApp ? entry.slice(0, -1) : entry, { level, scope: isPerApp ? 'app' : 'repository' }]
    }),
  ),
)
