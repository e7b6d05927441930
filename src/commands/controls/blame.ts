import { moment } from '../../domain/format.ts'
import { withHiddenRevision } from '../../domain/hidden-people.ts'
import { MASK, shownSettings } from '../../domain/mask-settings.ts'
import { toJson } from '../../domain/output.ts'
import { type BlameEntry, blamePath } from '../../domain/settings-diff/blame.ts'
import { type Path, parsePath, pathText } from '../../domain/settings-diff/setting-path.ts'
import { AppError } from '../../errors.ts'
import { noteProblems } from '../analytics/days.ts'
import { pseudonymsOption } from '../analytics/pseudonyms.ts'
import { incompleteMembers, loadOptions, noteAge, throwIfIncomplete } from '../cache-use.ts'
import { type CommandInput, command, type Deps } from '../command.ts'
import { noteTo } from '../note.ts'
import { FORMATS } from '../output/format.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowsView } from '../output/rows-view.ts'
import { parseWhole, textOf } from '../values.ts'
import { loadHistoryUntil, type Revision } from './find-revision.ts'

export type BlameOptions = {
  path: Path
  /** Changes that are enough; all when left out. */
  limit: number | undefined
  isPseudonymous: boolean
}

export const parseBlame = ({ args: [text = ''], options }: CommandInput): BlameOptions => {
  const path = parsePath(text)
  if (path === undefined)
    throw new AppError(
      'usage',
      `"${text}" is no path: write one as qd controls diff does, sandbox.network.allowedDomains.`,
    )
  return {
    path,
    limit: parseWhole(textOf(options, 'limit'), '--limit', { min: 1, max: 100_000 }),
    isPseudonymous: options.pseudonyms === true,
  }
}

export const runBlame = async ({ path, limit, isPseudonymous }: BlameOptions, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const blameOf = (rows: readonly Revision[], isEnd: boolean) =>
    blamePath(rows, path, { isEnd, ...(limit !== undefined && { limit }) })
  const history = await loadHistoryUntil(source, (rows) => blameOf(rows, false).mayStop, loadOptions(deps))
  const { rows, incomplete } = history
  const salt = isPseudonymous ? await deps.salt() : undefined
  const isEnd = history.isWhole && incomplete === undefined
  const shown = salt === undefined ? rows : rows.map((row) => withHiddenRevision(row, salt))
  const { entries, looked } = blameOf(shown, isEnd)
  const told = entries.map(rowOf)
  const envelope = {
    path: pathText(path),
    entries: told,
    looked: { revisions: looked.count, newest: looked.newest ?? null, oldest: looked.oldest ?? null, is_whole: isEnd },
    ...incompleteMembers(incomplete),
  }
  printRows({ rows: told, envelope, view }, deps)
  noteTo(
    deps.err,
    `Looked at ${looked.count} ${looked.count === 1 ? 'revision' : 'revisions'}${looked.count === 0 ? '' : `, ${looked.newest} back to ${looked.oldest}`}${isEnd ? ', the whole history.' : '.'}`,
  )
  noteAge(source, history.at, deps)
  noteProblems(history.problems, deps)
  throwIfIncomplete(incomplete)
}

const rowOf = ({ kind, revision, updatedAt, who, email, before, after }: BlameEntry) => ({
  revision: revision ?? null,
  updatedAt: updatedAt ?? null,
  time: updatedAt === undefined ? null : moment(Date.parse(updatedAt)),
  who: who ?? null,
  email: email ?? null,
  change: kind,
  before: valueText(before),
  after: valueText(after),
})

const valueText = (value: unknown): string | null => {
  if (value === undefined) return null
  const shown = shownSettings(value)
  return shown === MASK ? MASK : toJson(shown)
}

const view: RowsView = {
  columns: [
    { member: 'revision', title: 'REV', kind: 'count' },
    { member: 'time', title: 'TIME', kind: 'day' },
    { member: 'who', title: 'BY', kind: 'text' },
    { member: 'change', title: 'CHANGE', kind: 'text' },
    { member: 'before', title: 'BEFORE', kind: 'text' },
    { member: 'after', title: 'AFTER', kind: 'text' },
  ],
  members: ['revision', 'updatedAt', 'who', 'email', 'change', 'before', 'after'],
}

export const blame = command({
  name: 'controls blame',
  summary: 'Every revision that changed a setting: who, when, from what to what',
  description:
    'A path is written as controls diff prints it. History is walked only as far as it takes; how far that was is told. A value that the oldest revision has already is first seen there.',
  arguments: [{ name: 'path', help: 'where it is in the settings: sandbox.network.allowedDomains' }],
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: [{ flags: '--limit <number>', help: 'end after so many changes, the newest first' }, pseudonymsOption],
  examples: ['controls blame sandbox.network.allowedDomains', 'controls blame commandAllowlist --limit 1'],
  parse: parseBlame,
  run: runBlame,
})
