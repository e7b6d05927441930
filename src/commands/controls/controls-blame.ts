import { AppError, usageError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { type BlameEntry, blamePath } from '../../domain/revisions/blame.ts'
import { BLAME_MEMBERS, blameOutput } from '../../domain/revisions/revision-output.ts'
import { findingsByChange } from '../../domain/risk/change-findings.ts'
import { changeLines, changeText } from '../../domain/risk/change-lines.ts'
import { verdictCell } from '../../domain/risk/finding-text.ts'
import { type RiskFinding, riskFindings } from '../../domain/risk/revision-risk.ts'
import { levelOf, worstOf } from '../../domain/risk/risk-verdict.ts'
import { MASK } from '../../domain/secrets/mask-settings.ts'
import { type Path, parsePath, pathText } from '../../domain/settings-diff/setting-path.ts'
import { nearestPath } from '../../domain/settings-diff/value-at.ts'
import { signsFor } from '../../domain/text/signs.ts'
import { command, type Deps } from '../kit/command.ts'
import { finishCommand, incompleteMembers } from '../kit/load-options.ts'
import { atOption, parseWhole } from '../kit/option-values.ts'
import { printRows } from '../output/print-rows.ts'
import { columnsOf, type RawRow, type RowLayout } from '../output/row-layout.ts'
import type { Revision } from './open-history.ts'
import { openHistory, parseView, revealOptions } from './open-history.ts'
import {
  revisionColumns,
  searchedRevisionsMembers,
  searchedRevisionsText,
  timeText,
  valueMember,
} from './revision-rows.ts'

/** The error when no loaded revision has a value at the path, with the nearest path that has one. */
const settingNotFound = (path: Path, revisions: readonly Revision[]): AppError => {
  const nearest = nearestPath(
    path,
    revisions.map(({ settings }) => settings),
  )
  const suggestion = nearest === undefined ? '' : ` Did you mean ${pathText(nearest)}?`
  return new AppError('notFound', `No loaded revision has a setting at ${pathText(path)}.${suggestion}`)
}

/** The findings of each entry at the path; none for the oldest entry, which is compared with nothing. */
const findingsOfEntries = (rows: readonly Revision[], path: Path) => {
  const newestFirst = rows.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return ({ kind, revision, before, after }: BlameEntry): RiskFinding[] => {
    const at = newestFirst.findIndex((row) => row.revision === revision)
    const older = newestFirst[at + 1]
    if (!older || kind === 'first seen') return []
    const findings = findingsByChange(riskFindings(older.settings, newestFirst[at]?.settings))
    return findings({ kind, path, before, after })
  }
}

const rowOf = (entry: BlameEntry, oldest: number | undefined, findings: readonly RiskFinding[], deps: Deps): RawRow => {
  const { format, globals } = deps
  const worst = worstOf(findings)
  return {
    ...blameOutput(entry, oldest, findings, (value) => valueMember(value, format)),
    ...(format === 'table' && {
      time: timeText(entry),
      risk: verdictCell(worst && levelOf(worst), globals.isAscii),
      value: valueCell(entry, deps),
    }),
  }
}

/** The new value, the old and the new value, or the changes within it. */
const valueCell = ({ kind, before, after, changes }: BlameEntry, { globals, redact }: Deps): string => {
  const [was, is] = [before, after].map((value) => redact(String(valueMember(value, 'table'))))
  if (kind !== 'changed') return kind === 'removed' ? `${was}` : `${is}`
  if (changes.every(({ path }) => path.length === 0))
    return was === is ? `${is} changed` : `${was} ${signsFor(globals.isAscii).to} ${is}`
  const lines = changeLines({ changes: masked(changes, redact), findings: [] })
  return lines.map((line) => changeText(line, globals.isAscii)).join('; ')
}

const layout: RowLayout = {
  columns: [
    ...revisionColumns,
    ...columnsOf('day', { change: 'CHANGE', risk: 'RISK' }),
    { member: 'value', title: 'VALUE', kind: 'text' },
  ],
  members: BLAME_MEMBERS,
}

export const blame = command({
  name: 'controls blame',
  summary: 'Show who changed a setting, and when',
  reads: true,
  description:
    'Write the path as controls diff prints it. Loads older revisions until it finds where the setting was first set, and prints which revisions it searched. Each change has a verdict (see qd controls rules). If the oldest loaded revision already has the value, it was set there or earlier, and is marked as first seen.',
  arguments: [{ name: 'path', help: 'path of the setting: sandbox.network.allowedDomains', completes: 'setting' }],
  cacheOptions: ['offline', 'refresh'],
  options: [atOption, { flags: '--limit <number>', help: 'show at most N changes, newest first' }, ...revealOptions],
  examples: ['controls blame sandbox.network.allowedDomains', 'controls blame commandAllowlist --limit 1'],
  parse: (input, now) => {
    const [text = ''] = input.args
    const path = parsePath(text)
    if (path === undefined) throw usageError(`"${text}" is not a path: write it like sandbox.network.allowedDomains.`)
    if (text.includes(MASK))
      throw usageError(`${MASK} stands for any secret: use the path of the setting that contains it.`)
    return {
      path,
      limit: parseWhole(input.options.limit, '--limit', { min: 1, max: 100_000 }),
      view: parseView(input, now),
    }
  },
  run: async ({ path, limit, view }, deps) => {
    const { walk } = await openHistory(view, deps)
    const blameOf = (rows: readonly Revision[], isEnd: boolean) =>
      blamePath(rows, path, { isEnd, ...(limit !== undefined && { limit }) })
    const history = await walk((rows) => blameOf(rows, false).mayStop)
    const { rows, incomplete } = history
    const found = blameOf(rows, history.isWhole && incomplete === undefined)
    const findingsOf = findingsOfEntries(rows, path)
    const entries = found.entries.map((entry) => rowOf(entry, found.searched.oldest, findingsOf(entry), deps))
    const envelope = {
      path: pathText(path),
      entries,
      searched: searchedRevisionsMembers(found),
      ...incompleteMembers(incomplete),
    }
    printRows({ rows: entries, envelope, layout }, deps)
    const error = entries.length === 0 ? settingNotFound(path, rows) : undefined
    await finishCommand({ ...history, notes: [searchedRevisionsText(found)], error }, deps)
  },
})
