import { AppError } from '../../base/errors.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { type RepositoryRow, repositoryRows, sideBySide } from '../../domain/readiness/repository-rows.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { incompleteMembers, noteAge, throwIfIncomplete } from '../kit/cache-use.ts'
import type { Deps } from '../kit/command.ts'
import { noteProblems } from '../kit/note.ts'
import { printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { findReports, isOf } from './find-reports.ts'

/**
 * Prints repositories side by side, a column each in the order in which they are named.
 *
 * @throws AppError of kind `notFound` for one without a report.
 */
export const printBeside = async (names: readonly string[], at: Day | undefined, deps: Deps): Promise<undefined> => {
  const found = await findReports(undefined, deps, at)
  const all = repositoryRows(found.rows)
  const repositories = names.map((name) => repositoryNamed(name, all))
  const rows = sideBySide(repositories).map(
    ({ name, cells }): RawRow => ({
      name,
      ...Object.fromEntries(
        repositories.map(({ repoUrl }, place) => [
          repoUrl,
          cells[place]?.outcome === 'skipped' ? 'skipped' : (cells[place]?.text ?? null),
        ]),
      ),
    }),
  )
  const layout: RowLayout = {
    columns: [
      { member: 'name', title: 'CRITERION', kind: 'day' },
      ...repositories.map(({ repoUrl, name }) => ({
        member: repoUrl,
        title: safeText(name),
        kind: 'day' as const,
      })),
    ],
    members: ['name', ...repositories.map(({ repoUrl }) => repoUrl)],
  }
  printRows({ rows, envelope: { rows, ...incompleteMembers(found.incomplete) }, layout }, deps)
  noteAge(await deps.source(), found.at, deps)
  noteProblems(found.problems, deps)
  throwIfIncomplete(found.incomplete)
}

const repositoryNamed = (name: string, all: readonly RepositoryRow[]): RepositoryRow => {
  const found = all.find(({ reports: [newest] }) => newest && isOf(newest, name))
  if (!found)
    throw new AppError(
      'notFound',
      `There is no report of ${name}: qd readiness list --newest names those that there are.`,
    )
  return found
}
