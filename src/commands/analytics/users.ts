import { fieldsOf } from '../../domain/people/field-table.ts'
import { STOPPED_WORDS } from '../../domain/usage/stopped-people.ts'
import { command } from '../kit/command.ts'
import { WHERE_HELP } from '../kit/row-options.ts'
import { printUsersPage } from './print-users-page.ts'
import { printUsersWalk } from './print-users-walk.ts'
import { namesOf, parseUsers, userOptions } from './users-options.ts'

export const users = command({
  name: 'analytics users',
  summary: 'What each person did on each day',
  description:
    'One page, or all with --all, --totals, --sort and --compare. A whole walk is kept on disk: any range within it needs no ' +
    'request any more, and one that was interrupted goes on where it stopped. In csv, members that hold a list (languages) are compact JSON; what ' +
    'else the API sends stands behind the known columns.\n\n' +
    `${WHERE_HELP} The filters of the explorer are the same. model=opus are those who used opus, main=opus those who used it on ` +
    'most days, credits.opus>1k those who used so many credits on it (credits."a name">1k in quotes), idle>2w those who were last ' +
    `seen two weeks before the end, stopped=yes those who ${STOPPED_WORDS}, as in the overview.\n\n` +
    `Fields of rows for --sort and --where: ${namesOf('days')}. With --totals: ${namesOf('people')}. The names of the API, such as git_commits, mean the same.`,
  cacheOptions: ['offline', 'refresh'],
  options: userOptions,
  fields: fieldsOf('people'),
  fieldValues: { name: 'person', email: 'person' },
  members: fieldsOf('days').flatMap(({ member }) => member ?? []),
  examples: [
    'analytics users --last 7d --limit 50',
    'analytics users --last 30d --all --format csv',
    'analytics users --last 30d --totals --compare prev --top 10',
    "analytics users --last 30d --totals --where 'credits>1k lang=Go' --sort tools",
  ],
  parse: parseUsers,
  run: async (options, deps) => (options.isAll ? printUsersWalk(options, deps) : printUsersPage(options, deps)),
})
