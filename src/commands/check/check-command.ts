import { randomUUID } from 'node:crypto'
import { AppError, usageError } from '../../base/errors.ts'
import { masked } from '../../client/masked.ts'
import { counted } from '../../domain/text/format.ts'
import { withForceHint } from '../kit/change.ts'
import { command, type Deps } from '../kit/command.ts'
import { teamsOption } from '../kit/load-teams.ts'
import { noteTo } from '../kit/notes.ts'
import { localPath } from '../kit/option-values.ts'
import { FORMATS } from '../kit/output-format.ts'
import { withSchema } from '../output/document.ts'
import { printJson, printRows } from '../output/print-rows.ts'
import { pseudonymsOption } from '../output/pseudonyms.ts'
import { columnsOf } from '../output/row-layout.ts'
import type { Policy } from './policy-source.ts'
import type { CheckResult } from './run-checks.ts'

/** Exit status if a check fails. */
const CHECK_FAILED = 1

/** The format of a result file, by the ending of its name. */
const FILE_FORMATS = { '.xml': 'junit', '.sarif': 'sarif', '.json': 'json' } as const
type FileFormat = (typeof FILE_FORMATS)[keyof typeof FILE_FORMATS]

export const check = command({
  name: 'check',
  summary: 'Check the organisation against a policy, for CI',
  description:
    'The policy is a YAML or JSON file with a list of checks: controls.loosened, readiness.level, readiness.criterion, keys.expiring, keys.neverExpire, seats.unused, budget.forecast, ci.failed and attention, each with its limits. See the README for an example. Exits with 0 if all checks pass, with 1 if one fails, with 2 if the policy has errors, and with 7 if no check fails, but one is unknown, because data is missing or the key may not read it. In GitHub Actions the table comes with annotations.',
  formats: [...FORMATS, 'junit', 'sarif'],
  pipeFormat: 'table',
  cacheOptions: ['offline', 'refresh'],
  arguments: [{ name: 'policy', help: 'YAML or JSON file; - is standard input', completes: 'file' }],
  options: [
    {
      flags: '-o, --output <file>',
      help: 'also write FILE.sarif, FILE.xml (JUnit) or FILE.json',
      completes: 'file',
      isRepeatable: true,
    },
    { flags: '--force', help: 'overwrite an existing file' },
    teamsOption,
    pseudonymsOption,
  ],
  examples: ['check policy.yaml', 'check policy.yaml --json', 'check policy.yaml -o qd.sarif --force'],
  parse: ({ args: [file = ''], options: { output, force, teams, pseudonyms }, globals }) => {
    if (file === '') throw usageError('The policy is empty: name a file, or - for standard input.')
    if (file === '-' && globals.isKeyFromStdin)
      throw usageError('Standard input cannot have both the key and the policy: name a file of the policy.')
    return { file, outputs: output.map(parseOutput), force, teams, pseudonyms }
  },
  run: async ({ file, outputs, force, teams, pseudonyms }, deps) => {
    const { readPolicy } = await import('./policy-source.ts')
    const policy = await readPolicy(file, deps)
    const { runChecks } = await import('./run-checks.ts')
    const salt = pseudonyms ? await deps.salt() : undefined
    // Mask before formatting: escapes could make a key unrecognizable.
    const results = masked(await runChecks(policy.checks, deps, { salt, teams }), deps.redact)
    for (const { path, format } of outputs) {
      const saved = await deps
        .saveFile(path, await formatted(format, results, policy, deps), { isForced: force })
        .catch(withForceHint)
      noteTo(deps.err, `Wrote ${saved}.`)
    }
    await print(results, policy, deps)
    if (results.some(({ status }) => status === 'failed')) return CHECK_FAILED
    const unknown = results.filter(({ status }) => status === 'unknown').length
    if (unknown > 0) throw new AppError('incomplete', `${counted(unknown, 'check is', 'checks are')} unknown.`)
    return 0
  },
})

const parseOutput = (file: string) => {
  const format: FileFormat | undefined = (FILE_FORMATS as Record<string, FileFormat>)[
    /\.[^./\\]+$/.exec(file)?.[0].toLowerCase() ?? ''
  ]
  if (format === undefined) throw usageError(`${file} must end in .sarif, .xml or .json.`)
  return { path: localPath(file, '--output'), format }
}

/** The result in a format of files. */
const formatted = async (
  format: FileFormat,
  results: readonly CheckResult[],
  { uri, name }: Policy,
  { now, version }: Pick<Deps, 'now' | 'version'>,
): Promise<string> => {
  if (format === 'junit') return (await import('./junit.ts')).junitXml(results, name, now())
  if (format === 'sarif') return (await import('./sarif.ts')).sarifText(results, { policy: uri, version })
  const { checkDocument } = await import('./check-output.ts')
  return `${JSON.stringify(withSchema(checkDocument(results)), undefined, 2)}\n`
}

const print = async (results: readonly CheckResult[], policy: Policy, deps: Deps): Promise<void> => {
  const { format, env, outMasked } = deps
  const { checkDocument, checkRow, checkText, CHECK_MEMBERS } = await import('./check-output.ts')
  if (format === 'json') return printJson(checkDocument(results), deps)
  if (format === 'junit' || format === 'sarif') return outMasked(await formatted(format, results, policy, deps))
  if (format !== 'table' || deps.globals.selectedColumns) {
    const titles = { status: 'STATUS', name: 'CHECK', found: 'FOUND', limit: 'LIMIT', why: 'WHY' }
    const layout = { columns: columnsOf('text', titles), members: CHECK_MEMBERS }
    return printRows({ rows: results.map(checkRow), envelope: undefined, layout }, deps)
  }
  const text = checkText(results, deps.columns)
  if (env.GITHUB_ACTIONS !== 'true') return outMasked(text)
  const { annotations, withoutCommands } = await import('./annotations.ts')
  outMasked(withoutCommands(text, randomUUID()) + annotations(results, policy.path))
}
