import { command, type Deps } from '../kit/command.ts'
import { FORMATS } from '../kit/output-format.ts'
import { rangeOptions } from '../kit/range.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { WHERE_HELP } from './day-kinds.ts'
import { printUsersPage } from './print-users-page.ts'
import { printUsersWalk } from './print-users-walk.ts'
import { namesOf, parseUsers, type UsersOptions } from './users-options.ts'

export const runUsers = async (options: UsersOptions, deps: Deps): Promise<undefined> =>
  options.isAll ? printUsersWalk(options, deps) : printUsersPage(options, deps)

export const users = command({
  name: 'analytics users',
  summary: 'What each person did on each day',
  description:
    'One page, or all with --all, --totals, --sort and --compare. A whole walk is kept on disk: any range within it needs no ' +
    'request any more, and one that was interrupted goes on where it stopped. In csv, members that hold a list (languages) are compact JSON; what ' +
    'else the API sends stands behind the known columns.\n\n' +
    `${WHERE_HELP} The filter of the People screen is the same.\n\n` +
    `Fields of rows for --sort and --where: ${namesOf('days')}. With --totals: ${namesOf('people')}. The names of the API, such as git_commits, mean the same.`,
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: [
    ...rangeOptions,
    { flags: '--limit <number>', help: 'people on a page, 1 to 100 (default: 20, for a whole walk 100)' },
    { flags: '--cursor <id>', help: 'go on after this person: meta.next_cursor of the page before' },
    { flags: '--all', help: 'walk all pages and join them' },
    { flags: '--totals', help: 'one row a person, summed over the range' },
    { flags: '--compare <period>', help: 'put the period directly before beside it', choices: ['prev'] },
    { flags: '--sort <field>', help: 'the largest first, names in their order; FIELD:asc or FIELD:desc turns it' },
    {
      flags: '--where <conditions>',
      help: "only rows, or with --totals people, for which all hold: 'credits>1k lang=Go'",
    },
    { flags: '--top <number>', help: 'print only so many of the first, after --sort or --totals' },
    pseudonymsOption,
  ],
  examples: [
    'analytics users --last 7d --limit 50',
    'analytics users --last 30d --all --format csv',
    'analytics users --last 30d --totals --compare prev --top 10',
    "analytics users --last 30d --totals --where 'credits>1k lang=Go' --sort tools",
  ],
  parse: parseUsers,
  run: runUsers,
})
