/**
 * What a report says of a repository that passes a criterion, and of one that fails it, by the criterion's id. Levels and scopes are in
 * the domain's table of criteria.
 */
export const rationales: Readonly<Record<string, { pass: string; fail: string }>> = {
  readme: {
    pass: 'The README says what the service does, how to set it up and how to run it.',
    fail: 'There is a README, but it is the template the repository was created from.',
  },
  env_template: {
    pass: '`.env.example` lists every variable the code reads, with a comment each.',
    fail: 'The code reads fourteen environment variables and no template lists them.',
  },
  gitignore_comprehensive: {
    pass: 'Build output, local settings and editor files are all ignored.',
    fail: '`.gitignore` leaves out the build folder and two files with local settings were committed.',
  },
  lint_config: {
    pass: 'A linter is configured and runs in CI without exceptions for whole folders.',
    fail: 'No linter is configured, and CI runs only the build.',
  },
  type_check: {
    pass: 'Types are checked in CI, and the build fails on an error.',
    fail: 'The type checker is installed, but nothing runs it.',
  },
  formatter: {
    pass: 'A formatter is configured and a CI step fails on unformatted files.',
    fail: 'Files are formatted in three different ways and no formatter is configured.',
  },
  unit_tests_exist: {
    pass: 'Unit tests lie beside the code and cover the main modules.',
    fail: 'The only test checks that 1 + 1 is 2.',
  },
  build_cmd_doc: {
    pass: 'The command that builds everything is in the README and works as written.',
    fail: 'The README names `make all`, and the Makefile has no such target.',
  },
  deps_pinned: {
    pass: 'A lockfile is committed and CI installs exactly from it.',
    fail: 'Versions are ranges and no lockfile is committed.',
  },
  vcs_cli_tools: {
    pass: 'The command line of the code host is part of the development setup.',
    fail: 'The setup does not install a command line for the code host.',
  },
  automated_pr_review: {
    pass: 'A bot reviews each pull request and its comments were answered in the last ten.',
    fail: 'No automated review ran on any of the last twenty pull requests.',
  },
  monorepo_tooling: {
    pass: 'The workspace tool knows every package and builds only what changed.',
    fail: 'Four packages are built one after another by a shell script.',
  },
  agents_md: {
    pass: '`AGENTS.md` names the commands, the layout and what not to touch.',
    fail: 'There is no `AGENTS.md`, nor anything else written for agents.',
  },
  automated_doc_generation: {
    pass: 'API pages are generated from the code on every merge.',
    fail: 'The API pages were last written by hand two years ago.',
  },
  devcontainer: {
    pass: 'A development container is defined and builds.',
    fail: 'There is no development container.',
  },
  local_services_setup: {
    pass: 'One compose file starts the database and the queue the tests need.',
    fail: 'The tests need a database that everybody sets up by hand.',
  },
  runbooks_documented: {
    pass: 'Five runbooks describe the alerts and what to do about them.',
    fail: 'Alerts link to a wiki page that does not exist any more.',
  },
  branch_protection: {
    pass: 'The main branch takes only reviewed changes with green checks.',
    fail: 'Anybody may push to the main branch.',
  },
  codeowners: {
    pass: 'Every folder has an owner in `CODEOWNERS`.',
    fail: '`CODEOWNERS` names a team that was dissolved.',
  },
  automated_security_review: {
    pass: 'A scanner comments on pull requests that touch sensitive code.',
    fail: 'No security scanner is configured.',
  },
  dependency_update_automation: {
    pass: 'Updates come as weekly pull requests and are merged when green.',
    fail: 'The newest dependency is eleven months old and nothing proposes updates.',
  },
  secrets_management: {
    pass: 'Secrets come from the vault at start, and none is in the repository.',
    fail: 'Two test credentials stand in a committed settings file.',
  },
  issue_templates: {
    pass: 'Templates ask for version, steps and what was expected.',
    fail: 'Issues are free text.',
  },
  issue_labeling_system: {
    pass: 'Labels for kind, area and urgency are used on all open issues.',
    fail: 'Of forty open issues, thirty-one have no label.',
  },
  pr_templates: {
    pass: 'The template asks for the reason, the risk and how it was tested.',
    fail: 'Pull requests have no template and most have no description.',
  },
  pre_commit_hooks: {
    pass: 'Hooks run the formatter and the linter before each commit.',
    fail: 'No hooks are installed.',
  },
  strict_typing: {
    pass: 'The strict settings of the type checker are on everywhere.',
    fail: 'Strict checks are off, and `any` stands in more than two hundred places.',
  },
  unit_tests_runnable: {
    pass: 'One command runs the tests, offline, in under a minute.',
    fail: 'The tests fail on a fresh clone for want of a settings file.',
  },
  test_coverage_thresholds: {
    pass: 'CI fails when coverage falls below its threshold.',
    fail: 'Coverage is measured but nothing depends on it.',
  },
  database_schema: {
    pass: 'Migrations are in the repository and CI runs them from zero.',
    fail: 'The schema exists only in the production database.',
  },
  structured_logging: {
    pass: 'Log lines are JSON with a request id.',
    fail: 'Log lines are free text with three different time formats.',
  },
  error_tracking_contextualized: {
    pass: 'Errors are reported with release, user and request.',
    fail: 'Errors are caught and written to the console.',
  },
  large_file_detection: {
    pass: 'A check refuses files above 1 MB.',
    fail: 'Three archives of more than 20 MB are in the history of this month.',
  },
  tech_debt_tracking: {
    pass: 'Every TODO links an issue, and a check keeps it so.',
    fail: 'There are 170 TODO comments without an issue.',
  },
  agentic_development: {
    pass: "Agents open about a third of the pull requests and their checks are the same as everybody's.",
    fail: 'No sign that agents work here: no instructions, no settings, no pull requests.',
  },
  single_command_setup: {
    pass: '`make setup` leads from a fresh clone to running tests.',
    fail: 'Setting up takes eleven manual steps.',
  },
  release_notes_automation: {
    pass: 'Notes are collected from pull requests at each release.',
    fail: 'Release notes stop at version 2.3.',
  },
  version_drift_detection: {
    pass: 'A job reports services that run behind their last release.',
    fail: 'Nobody would notice that staging is four releases behind.',
  },
  release_automation: {
    pass: 'A tag builds, signs and publishes the release.',
    fail: "Releases are built on one person's laptop.",
  },
  dead_feature_flag_detection: {
    pass: 'Flags older than ninety days open an issue by themselves.',
    fail: 'Nineteen flags have been on for everybody for over a year.',
  },
  skills: {
    pass: 'Three skills describe recurring work, each with an example.',
    fail: 'There are no skills for agents.',
  },
  documentation_freshness: {
    pass: 'A check finds pages that name files which are gone.',
    fail: 'A third of the pages describe modules that were removed.',
  },
  service_flow_documented: {
    pass: 'A diagram shows which services call which, and a test compares it with the code.',
    fail: 'How the services depend on each other is written down nowhere.',
  },
  devcontainer_runnable: {
    pass: 'The development container starts and the tests pass in it.',
    fail: 'The container fails to build: its base image was withdrawn.',
  },
  secret_scanning: {
    pass: 'Pushes with something that looks like a secret are refused.',
    fail: 'No scanner looks for secrets.',
  },
  min_release_age: {
    pass: 'Dependencies are taken only when they are a week old.',
    fail: 'Updates are merged on the day they are published.',
  },
  naming_consistency: {
    pass: 'Names follow one convention and the linter enforces it.',
    fail: 'Three naming conventions are mixed within single modules.',
  },
  dead_code_detection: {
    pass: 'A tool reports unused exports and CI fails on new ones.',
    fail: 'At least forty exported functions have no caller.',
  },
  duplicate_code_detection: {
    pass: 'Duplicates are measured, and the figure has fallen for three months.',
    fail: 'The same parser exists three times.',
  },
  unused_dependencies_detection: {
    pass: 'CI fails on a dependency nobody imports.',
    fail: 'Seven dependencies are installed and never imported.',
  },
  integration_tests_exist: {
    pass: 'Integration tests run against a real database in CI.',
    fail: 'There are unit tests only.',
  },
  test_naming_conventions: {
    pass: 'Test names say the expected behaviour.',
    fail: 'Tests are called `test1` to `test48`.',
  },
  api_schema_docs: {
    pass: 'The schema is generated and published with each release.',
    fail: 'The API is described in a chat message that is pinned.',
  },
  distributed_tracing: {
    pass: 'Requests are traced across services, the queue included.',
    fail: 'A trace ends at the first service.',
  },
  metrics_collection: {
    pass: 'Latency, errors and saturation are measured for each route.',
    fail: "Only the machine's CPU is measured.",
  },
  alerting_configured: {
    pass: 'Alerts exist for each objective, and each was tested this quarter.',
    fail: 'The only alert fires when the disk is full.',
  },
  health_checks: {
    pass: 'Liveness and readiness are separate and check what they should.',
    fail: 'The health check answers 200 whatever happens.',
  },
  pii_handling: {
    pass: 'Personal data is marked in the schema and left out of exports.',
    fail: 'E-mail addresses are in the analytics export.',
  },
  log_scrubbing: {
    pass: 'A filter removes tokens and addresses before a line is written.',
    fail: 'Request bodies are logged as they come.',
  },
  product_analytics_instrumentation: {
    pass: 'Events have a typed catalogue, and unknown ones are refused.',
    fail: 'Events are sent with names made up on the spot.',
  },
  fast_ci_feedback: {
    pass: 'CI answers in under eight minutes for nine of ten runs.',
    fail: 'CI needs 34 minutes, most of it waiting for one suite.',
  },
  build_performance_tracking: {
    pass: 'Build times are charted and a jump opens an issue.',
    fail: 'Nobody measures how long a build takes.',
  },
  deployment_frequency: {
    pass: 'Changes reach production about six times a day.',
    fail: 'The last four deployments were two weeks apart.',
  },
  feature_flag_infrastructure: {
    pass: 'Flags are typed, owned and can be switched without a deployment.',
    fail: 'Features are switched by editing a constant.',
  },
  progressive_rollout: {
    pass: 'A release reaches one percent first and goes on only while errors stay flat.',
    fail: 'Every release goes to everybody at once.',
  },
  rollback_automation: {
    pass: 'A failed check rolls back within two minutes, and did so twice this quarter.',
    fail: 'Rolling back means building the old version again.',
  },
  agents_md_validation: {
    pass: 'CI runs the commands that `AGENTS.md` names.',
    fail: 'Two of the commands in `AGENTS.md` fail.',
  },
  privacy_compliance: {
    pass: 'Deletion requests are tested end to end.',
    fail: "Nobody could say where a person's data is kept.",
  },
  backlog_health: {
    pass: 'Issues are looked at within a week and closed when they are stale.',
    fail: 'The median open issue is fourteen months old.',
  },
  code_modularization: {
    pass: 'Modules depend on each other one way, and a test keeps it so.',
    fail: 'Every module imports every other one.',
  },
  n_plus_one_detection: {
    pass: 'A test fails when a request makes more queries than expected.',
    fail: 'Listing orders makes one query for each order.',
  },
  heavy_dependency_detection: {
    pass: 'The size of the bundle is checked on each pull request.',
    fail: 'A date library makes up a third of the bundle.',
  },
  test_performance_tracking: {
    pass: 'The slowest tests are reported weekly and dealt with.',
    fail: 'One test takes four minutes, and nothing reports it.',
  },
  flaky_test_detection: {
    pass: 'Tests that fail and pass on the same commit are set aside with an issue.',
    fail: 'CI runs failing tests up to five times.',
  },
  test_isolation: {
    pass: 'Tests run in random order and in parallel.',
    fail: 'Tests pass only in alphabetical order.',
  },
  code_quality_metrics: {
    pass: 'Complexity and churn are charted for each module.',
    fail: 'No quality figures are collected.',
  },
  deployment_observability: {
    pass: 'Each deployment is marked on the dashboards.',
    fail: 'It takes a search through chat to learn what was deployed when.',
  },
  circuit_breakers: {
    pass: 'Calls to other services give up early and say so.',
    fail: 'One slow service stalls all the others.',
  },
  profiling_instrumentation: {
    pass: 'Profiles are taken continuously in production.',
    fail: 'The last profile was taken during an incident last year.',
  },
  dast_scanning: {
    pass: 'A scanner tests the staging environment each night.',
    fail: 'The running service is never scanned.',
  },
  cyclomatic_complexity: {
    pass: 'No function is above the limit, and CI keeps it so.',
    fail: 'Thirty-two functions are above the limit, the worst at 61.',
  },
  error_to_insight_pipeline: {
    pass: 'New errors become issues with the likely cause and a proposed change.',
    fail: 'Errors are looked at when somebody complains.',
  },
}
