import { fieldsOf } from '../../domain/people/field-table.ts'
import { STOPPED_DEFINITION } from '../../domain/usage/stopped-users.ts'
import { command } from '../kit/command.ts'
import { WHERE_HELP } from '../kit/row-options.ts'
import { runBreakdown } from './print-breakdown.ts'
import { printUsersPage } from './print-users-page.ts'
import { printUsersWalk } from './print-users-walk.ts'
import { namesOf, parseUserCommand, userOptions } from './users-options.ts'

export const users = command({
  name: 'analytics users',
  summary: 'Show what each user did on each day',
  reads: true,
  description:
    'Prints one page, or all pages with --all, --totals, --sort, --where or --compare. A complete load is cached, so that any range within it needs no ' +
    'further request. An interrupted load resumes where it stopped. In csv, a list, such as the languages, is one cell of JSON, and fields ' +
    'of the API that this version of qd does not know come last.\n\n' +
    '--by team prints credits by team, as the view of teams in People, and --team prints only the users of one.\n\n' +
    `${WHERE_HELP} The explorer has the same filters. model=opus matches users who used opus, main=opus those who used it on ` +
    'more days than any other model, credits.opus>1k those who used that many credits on it (quote names with spaces: credits."a name">1k), idle>2w those ' +
    `not active in the last two weeks of the range, and stopped=yes those ${STOPPED_DEFINITION}, as in the overview.\n\n` +
    `Fields for --sort and --where: ${namesOf('days')}. With --totals: ${namesOf('people')}. API names such as git_commits work as well.`,
  cacheOptions: ['offline', 'refresh'],
  options: userOptions,
  fields: fieldsOf('people'),
  fieldValues: { name: 'person', email: 'person' },
  members: fieldsOf('days').flatMap(({ member }) => member ?? []),
  examples: [
    'analytics users --last 7d --limit 50',
    'analytics users --last 30d --all --format csv',
    'analytics users --last 30d --totals --compare prev --top 10',
    'analytics users --by team --last 30d',
    "analytics users --last 30d --totals --where 'credits>1k lang=Go' --sort tools",
  ],
  parse: parseUserCommand,
  run: async (options, deps) => {
    if (options.is === 'teams') return runBreakdown(options.breakdown, deps)
    return options.isAll ? printUsersWalk(options, deps) : printUsersPage(options, deps)
  },
})
