import { changeLines, changeText, countText } from '../../domain/change-lines.ts'
import { withHiddenRevision } from '../../domain/hidden-people.ts'
import { shownSettings } from '../../domain/mask-settings.ts'
import { compareSettings } from '../../domain/settings-diff/compare-settings.ts'
import { toJsonPatch } from '../../domain/settings-diff/json-patch.ts'
import { type PathGlob, parsePathGlob } from '../../domain/settings-diff/path-glob.ts'
import { AppError } from '../../errors.ts'
import { noteProblems } from '../analytics/days.ts'
import { pseudonymsOption } from '../analytics/pseudonyms.ts'
import { loadOptions, noteAge } from '../cache-use.ts'
import { type CommandInput, command, type Deps } from '../command.ts'
import { FORMATS } from '../output/format.ts'
import { jsonText, printRows } from '../output/print-rows.ts'
import type { RowsView } from '../output/rows-view.ts'
import { textOf } from '../values.ts'
import {
  isReached,
  loadHistoryUntil,
  parseRevisionName,
  REVISION_HELP,
  type RevisionName,
  revisionAmong,
} from './find-revision.ts'
import { headOf } from './show.ts'

export type DiffOptions = {
  before: RevisionName
  after: RevisionName
  /** Which paths are wanted; undefined: all. */
  path: PathGlob | undefined
  /** Whether a JSON Patch is printed, which makes the older one into the newer one. */
  isPatch: boolean
  /** Whether the status tells that they differ. */
  hasExitCode: boolean
  isPseudonymous: boolean
}

export const parseDiff = ({ args: [before = 'latest~1', after = 'latest'], options }: CommandInput): DiffOptions => {
  const path = textOf(options, 'path')
  if (path !== undefined && options.style === 'json-patch')
    throw new AppError(
      'usage',
      '--path leaves changes out, and a JSON Patch without them makes nothing whole: leave one of them out.',
    )
  return {
    before: parseRevisionName(before),
    after: parseRevisionName(after),
    path: path === undefined ? undefined : parsePathGlob(path),
    isPatch: options.style === 'json-patch',
    hasExitCode: options.exitCode === true,
    isPseudonymous: options.pseudonyms === true,
  }
}

/** What `--exit-code` ends with when two revisions differ. */
const DIFFERENT = 1

export const runDiff = async (options: DiffOptions, deps: Deps): Promise<number> => {
  const source = await deps.source()
  const { before, after, isPatch, hasExitCode, isPseudonymous } = options
  const history = await loadHistoryUntil(
    source,
    (rows) => isReached(rows, before) && isReached(rows, after),
    loadOptions(deps),
  )
  const both = [revisionAmong(history, before), revisionAmong(history, after)] as const
  const salt = isPseudonymous ? await deps.salt() : undefined
  const [old, now] = salt === undefined ? both : both.map((one) => withHiddenRevision(one, salt))
  const lines = changeLines(compareSettings(old?.settings, now?.settings), options.path)
  const rows = lines.map(({ kind, path, before: was, after: is, verdict }) => ({
    change: kind,
    path,
    before: was ?? null,
    after: is ?? null,
    widened: verdict === 'widened',
  }))
  const patch = isPatch ? shownSettings(toJsonPatch(old?.settings ?? {}, now?.settings ?? {})) : undefined
  if (patch !== undefined) deps.out(jsonText(patch, deps.isOutputTerminal))
  else
    printRows(
      {
        rows,
        envelope: { from: old?.revision ?? null, to: now?.revision ?? null, changes: rows },
        view,
        table: (_rows, { isAscii }) =>
          [
            `A  ${headOf(old ?? {})}`,
            `B  ${headOf(now ?? {})}`,
            countText(lines),
            ...(lines.length > 0 ? [''] : []),
            ...lines.map(
              (line) =>
                `${line.verdict === 'widened' ? '!' : ' '} ${deps.redact(changeText(line, isAscii ? '->' : '→'))}`,
            ),
            '',
          ].join('\n'),
      },
      deps,
    )
  noteAge(source, history.at, deps)
  noteProblems(history.problems, deps)
  return hasExitCode && lines.length > 0 ? DIFFERENT : 0
}

const view: RowsView = { columns: [], members: ['change', 'path', 'before', 'after', 'widened'] }

export const diff = command({
  name: 'controls diff',
  summary: 'What differs between two revisions of the enterprise controls',
  description: `Without revisions, the two newest. ${REVISION_HELP} ! marks what widened something. A secret that changed is told to have changed, and no more.`,
  arguments: [
    { name: 'before', help: 'the older one; latest~1 when left out', isOptional: true },
    { name: 'after', help: 'the newer one; latest when left out', isOptional: true },
  ],
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: [
    { flags: '--path <glob>', help: "only these: 'sandbox.**', '*.allowlist', 'customModels[*].apiKey'" },
    {
      flags: '--style <style>',
      help: 'a line a change in the chosen format, or a JSON Patch (RFC 6902)',
      choices: ['unified', 'json-patch'],
    },
    { flags: '--exit-code', help: 'end with status 1 when they differ' },
    pseudonymsOption,
  ],
  examples: [
    'controls diff',
    'controls diff 412 418 --style json-patch',
    'controls diff 2026-11-01 latest --exit-code',
  ],
  parse: parseDiff,
  run: runDiff,
})
