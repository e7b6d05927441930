import { AppError, usageError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'
import { revisionName } from '../../domain/revisions/revision-brief.ts'
import {
  changeTable,
  filterComparison,
  parseChangeWhere,
  pickedOf,
  pickedParts,
  type Wanted,
} from '../../domain/risk/change-filter.ts'
import { findingsByChange } from '../../domain/risk/change-findings.ts'
import { changeLines, changeText, countText } from '../../domain/risk/change-lines.ts'
import { changesMarkdown } from '../../domain/risk/change-report.ts'
import { type Comparison, compareSettings } from '../../domain/risk/compare-settings.ts'
import { findingMembers, findingText, verdictSign } from '../../domain/risk/finding-text.ts'
import { VERDICTS, worstOf } from '../../domain/risk/risk-verdict.ts'
import { toJsonPatch } from '../../domain/settings-diff/json-patch.ts'
import { globTests, type PathGlob, parsePathGlob } from '../../domain/settings-diff/path-glob.ts'
import { pathText } from '../../domain/settings-diff/setting-path.ts'
import { unifiedText } from '../../domain/settings-diff/unified-text.ts'
import { signsFor } from '../../domain/text/signs.ts'
import { command, type Deps } from '../kit/command.ts'
import { finishCommand } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'
import { atOption } from '../kit/option-values.ts'
import type { Format } from '../kit/output-format.ts'
import { fieldNamesOf, parseWhere, WHERE_HELP, whereOption } from '../kit/row-options.ts'
import { printForeignJson, printJson, printRows } from '../output/print-rows.ts'
import type { RawRow, RowLayout } from '../output/row-layout.ts'
import { SPLIT_WIDTH, splitText } from './diff-styles.ts'
import {
  findRevision,
  type History,
  maskUnlessRevealed,
  openHistory,
  parseView,
  type Reveal,
  type Revision,
  revealOptions,
} from './open-history.ts'
import { parseRevisionName, REVISION_HELP, valueMember } from './revision-rows.ts'

/** `revision 418  2026-11-14 09:41 UTC  m.ito`. Contains no secrets. */
const headOf = (revision: Revision): string => `revision ${revisionName(revision)}`

const show = command({
  name: 'controls show',
  summary: 'Show all settings of a revision, secrets masked',
  reads: true,
  description: REVISION_HELP,
  arguments: [{ name: 'revision', help: 'revision (default: latest)', completes: 'revision', isOptional: true }],
  formats: ['table', 'json'],
  cacheOptions: ['offline', 'refresh'],
  options: [atOption, ...revealOptions],
  examples: ['controls show', 'controls show 412 --json', 'controls show 2026-11-01'],
  parse: (input, now) => ({ name: parseRevisionName(input.args[0] ?? 'latest', now), view: parseView(input, now) }),
  run: async ({ name, view }, deps) => {
    const { find } = await openHistory(view, deps)
    const history = await find([name])
    const revision = maskUnlessRevealed(view.reveal)(findRevision(history, name)) as Revision
    if (deps.format === 'json') printJson(revision, deps)
    else {
      const settings =
        revision.settings === undefined ? '?' : toJson(masked(revision.settings, deps.redact), { indent: 2 })
      deps.out(`${headOf(revision)}\n\n${settings}\n`)
    }
    await finishCommand({ at: history.at, problems: history.problems }, deps)
  },
})

const STYLES = ['unified', 'split', 'json-patch'] as const

const parsePath = (path: string): PathGlob => {
  if (path.trim() !== '' && globTests(path).length === 0)
    throw usageError(`"${path}" is not a path pattern: write it like sandbox.** or customModels[*].apiKey.`)
  return parsePathGlob(path)
}

/** Two revisions and the changes between them that match the filters. */
type Compared = { old: Revision; now: Revision; comparison: Comparison }

const assertSplitWidth = ({ columns }: Deps): void => {
  if (columns !== undefined && columns < SPLIT_WIDTH)
    throw usageError(
      `--style split needs ${SPLIT_WIDTH} columns and this terminal has ${columns}: make it wider or use --style unified.`,
    )
}

const assertTwoRevisions = ({ rows, isWhole }: History): void => {
  if (isWhole && rows.length === 1)
    throw new AppError(
      'notFound',
      `Revision ${rows[0]?.revision ?? '?'} is the only one, so there is nothing to compare it with: see qd controls show.`,
    )
}

const printChanges = ({ old, now, comparison }: Compared, deps: Deps): void => {
  if (deps.format === 'md') {
    // Mask before escaping and cutting: afterwards a key is not recognised.
    deps.out(changesMarkdown(masked(comparison, deps.redact), { before: revisionName(old), after: revisionName(now) }))
    return
  }
  const rows = changeRows(comparison, deps.format)
  const envelope = { from: old.revision ?? null, to: now.revision ?? null, changes: rows }
  const lines = () => changesTable(masked(comparison, deps.redact), deps.globals.isAscii)
  const table = () => [`A  ${headOf(old)}`, `B  ${headOf(now)}`, ...lines(), ''].join('\n')
  printRows({ rows, envelope, layout, table }, deps)
}

const changeRows = ({ changes, findings }: Comparison, format: Format): RawRow[] => {
  const findingsOf = findingsByChange(findings)
  return changes.map((change) => ({
    change: change.kind,
    path: pathText(change.path),
    before: valueMember('before' in change ? change.before : undefined, format),
    after: valueMember('after' in change ? change.after : undefined, format),
    ...findingMembers(findingsOf(change)),
  }))
}

const changesTable = (comparison: Comparison, isAscii: boolean): string[] => {
  const lines = changeLines(comparison)
  if (lines.length === 0) return [countText(lines)]
  const signs = lines.some(({ level }) => level === 'critical') ? 2 : 1
  return [
    countText(lines),
    '',
    ...lines.map((line) => {
      const worst = worstOf(line.findings)
      const others = line.findings.length > 1 ? `, and ${line.findings.length - 1} more` : ''
      const risk = worst ? `  ${signsFor(isAscii).separator} ${findingText(worst)}${others}` : ''
      return `${verdictSign(line.level, isAscii).padEnd(signs)} ${changeText(line, isAscii)}${risk}`
    }),
  ]
}

/** Row width side by side without a terminal, in cells. */
const PIPE_WIDTH = 160

const printPatch = ({ old, now }: Compared, reveal: Reveal, deps: Deps): void => {
  const patch = toJsonPatch(old.settings ?? {}, now.settings ?? {})
  printForeignJson(maskUnlessRevealed(reveal)(patch), deps)
  if (patch.length === 0) noteTo(deps.err, sameText(old, now))
}

const printText = (
  style: 'unified' | 'split',
  { old, now, comparison }: Compared,
  wanted: Wanted,
  deps: Deps,
): void => {
  const picked = pickedParts(comparison, wanted)
  const [before, after] = [old, now].map(({ settings }) => pickedOf(settings, picked))
  const names = { before: headOf(old), after: headOf(now) }
  const { columns: width = PIPE_WIDTH, globals, redact } = deps
  const text =
    style === 'unified'
      ? unifiedText(before, after, names)
      : splitText(before, after, { ...names, width, isAscii: globals.isAscii, redact })
  deps.out(text)
  if (text === '') noteTo(deps.err, sameText(old, now, wanted))
}

const sameText = ({ revision: before }: Revision, { revision: after }: Revision, wanted?: Wanted): string => {
  const where = [
    wanted?.glob && ' at this path',
    wanted?.verdict && ` with the verdict ${wanted.verdict}`,
    wanted?.where && ' that match the conditions',
  ]
  return `Revisions ${before ?? '?'} and ${after ?? '?'} have no differences${where.filter(Boolean).join('')}.`
}

const layout: RowLayout = {
  columns: [],
  members: ['change', 'path', 'before', 'after', 'verdict', 'rule', 'what', 'isCritical'],
}

const diff = command({
  name: 'controls diff',
  summary: 'Compare two revisions of the controls',
  reads: true,
  description: `Compares the two newest revisions by default. ${REVISION_HELP} Each change has a verdict (see qd controls rules): !! critical, ! loosened, ▼ tightened, ◇ neutral. A changed secret is listed without its values.\n\n${WHERE_HELP} Fields: ${fieldNamesOf(changeTable(() => []))}.`,
  arguments: [
    {
      name: 'before',
      help: 'older revision (default: latest~1)',
      completes: 'revision',
      isOptional: true,
    },
    { name: 'after', help: 'newer revision (default: latest)', completes: 'revision', isOptional: true },
  ],
  cacheOptions: ['offline', 'refresh'],
  options: [
    atOption,
    { flags: '--path <glob>', help: "only these paths: 'sandbox.**', '*.allowlist', 'customModels[*].apiKey'" },
    whereOption("only changes that match all conditions: 'verdict=loosened kind=added member=sandbox path~allowlist'"),
    {
      flags: '--verdict <verdict>',
      help: 'only changes with this verdict (loosened includes critical)',
      choices: VERDICTS,
    },
    {
      flags: '--style <style>',
      help: 'unified diff, side by side, or JSON Patch',
      choices: STYLES,
    },
    { flags: '--exit-code', help: 'exit with 1 when the revisions differ' },
    ...revealOptions,
  ],
  examples: [
    'controls diff',
    'controls diff 412 418 --style split',
    "controls diff 2026-11-01 latest --path 'sandbox.**' --style unified",
    'controls diff latest~3 --exit-code --format md',
  ],
  parse: (input, now) => {
    const { args, options, globals } = input
    const [before = 'latest~1', after = 'latest'] = args
    const { path, style, verdict } = options
    const filters = {
      '--path': path !== undefined,
      '--where': options.where.length > 0,
      '--verdict': verdict !== undefined,
    }
    const left = Object.entries(filters).find(([, isGiven]) => isGiven)?.[0]
    if (left !== undefined && style === 'json-patch')
      throw usageError(`${left} and --style json-patch cannot be used together: a partial patch cannot be applied.`)
    const own = style === 'json-patch' ? 'json' : 'table'
    if (style !== undefined && globals.format !== undefined && globals.format !== own)
      throw usageError(
        `--style ${style} prints ${own === 'json' ? 'json' : 'text'} and cannot be used with --format ${globals.format}.`,
      )
    return {
      before: parseRevisionName(before, now),
      after: parseRevisionName(after, now),
      isDefault: args[0] === undefined,
      wanted: {
        glob: path === undefined ? undefined : parsePath(path),
        verdict,
        where: parseWhere(options.where, parseChangeWhere, "'verdict=loosened'"),
      },
      style,
      hasExitCode: options.exitCode,
      view: parseView(input, now),
    }
  },
  run: async ({ before, after, isDefault, wanted, style, hasExitCode, view }, deps) => {
    if (style === 'split') assertSplitWidth(deps)
    const { find } = await openHistory(view, deps)
    const history = await find([before, after])
    if (isDefault) assertTwoRevisions(history)
    const [old, now] = [findRevision(history, before), findRevision(history, after)]
    const comparison = filterComparison(compareSettings(old.settings, now.settings), wanted)
    const compared = { old, now, comparison }
    if (style === undefined) printChanges(compared, deps)
    else if (style === 'json-patch') printPatch(compared, view.reveal, deps)
    else printText(style, compared, wanted, deps)
    await finishCommand({ at: history.at, problems: history.problems }, deps)
    return hasExitCode && comparison.changes.length > 0 ? 1 : 0
  },
})

export const revisionCommands = [show, diff]
