import { allCommands, groups } from '../../src/commands/command-table.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'

const FORMATS = ['table', 'json', 'ndjson', 'csv', 'md']
const RANGES = ['', ' --last 30d', ' --from 2026-03-01 --to 2026-05-31']
const VIEWS = ['tokens', 'tokens --group-by model', 'tools', 'tools --group-by tool_name', 'activity', 'productivity']

/** The server does not list these ids. */
const added = [
  ...Object.values(demoIds.computers).map((id) => `computers add ${id}`),
  ...Object.values(demoIds.serviceAccounts).map((id) => `keys add ${id}`),
  ...Object.values(demoIds.wikiRuns).map((id) => `wiki add ${id}`),
]

/** Recorded in every format. */
const printed = [
  ...RANGES.flatMap((range) => [
    ...VIEWS.flatMap((view) => [`analytics ${view}${range}`, `analytics ${view}${range} --totals`]),
    `analytics users${range} --limit 7`,
    `analytics users${range} --all`,
    `analytics users${range} --totals --compare prev`,
  ]),
  'analytics tokens --last 90d --where "credits>40k" --sort credits',
  'analytics tokens --pseudonyms',
  'analytics users --all --sort credits:asc --top 9 --last 7d',
  'analytics users --totals --where "credits>1k lang=Go" --sort tools --top 5',
  'controls history --limit 3 --reveal --yes',
  'controls show --reveal --yes',
  'controls diff latest~9 latest',
  'controls diff latest~9 latest --style unified',
  'controls diff latest~9 latest --style split',
  'controls diff latest~9 latest --style json-patch',
  'controls diff latest~9 latest --path sandbox.**',
  'controls diff latest~9 latest --reveal --yes',
  'controls blame sandbox --pseudonyms',
  'controls open --where "who~a" --sort revision:asc',
  'ci jobs --where "phase=failed" --sort repo',
  'computers list --where "status=error" --sort name:desc',
  'keys list --active --where "left<90d" --sort name',
  'wiki list --where "pages>5" --columns repository,pages',
  'readiness list --where "level<3" --columns repoUrl,level',
  'hooks channels --sort channel:desc',
]

/** They do not end, or wait for input. */
const endless = new Set(['demo', 'open', 'watch', 'hooks notify', 'hooks listen', 'login', 'serve'])
const commands = await allCommands()
/** The examples of the help, the first one in each format of its command; some name ids and files that do not exist. */
const examples = commands
  // The commands of a server need its data, and print random keys.
  .filter(({ name }) => !endless.has(name) && !name.startsWith('serve '))
  .flatMap(({ examples, formats }) => {
    const [first = '', ...others] = examples.map((example) => example.replace(/ [|<>] .*/, ''))
    return [...formats.map((format) => `${first} --format ${format}`), ...others]
  })

/** One mistake of each kind. */
const mistakes = [
  'api /api/v0/nothing',
  'bogus',
  'analytics tokns',
  'analytics tokens --last 500x',
  'analytics tokens --from 2026-13-01',
  'analytics tokens --group-by client',
  'analytics tokens --where "credits>>1"',
  'analytics tokens --sort bogus',
  'analytics tokens --unknown=secret',
  'analytics tokens spare',
  'analytics users --limit 0',
  'analytics users --cursor ..',
  'analytics users --offline --last 3d',
  'readiness show bogus',
  'readiness list --sort level',
  'controls show bogus',
  'controls show --reveal',
  'controls diff 1 2 3',
  'controls diff --path "["',
  'controls blame nothing.here',
  'controls history --cursor x --all',
  'hooks log --event Odd',
  'keys list --inactive --active',
  'overview --format csv',
  '--screen bogus',
]

export const commandLines: readonly string[] = [
  ...added,
  ...printed.flatMap((line) => FORMATS.map((format) => `${line} --format ${format}`)),
  '--version',
  '--help',
  ...[...Object.keys(groups), ...commands.map(({ name }) => name)].map((command) => `${command} --help`),
  'completion --table',
  ...mistakes,
  ...examples,
]
