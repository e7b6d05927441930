import { createHash } from 'node:crypto'
import { toJson } from '../../domain/output/output.ts'
import type { CheckItem } from '../../domain/policy/conclude.ts'
import type { CheckKind } from '../../domain/policy/policy.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import type { CheckResult } from './run-checks.ts'

/** What a rule of each kind means, as one sentence. */
const RULES: Readonly<Record<CheckKind, string>> = {
  'controls.loosened': 'No more loosened settings are still in effect than the limit allows.',
  'readiness.level': 'Every repository has at least this readiness level.',
  'readiness.criterion': 'No more repositories fail the readiness criterion than the limit allows.',
  'keys.expiring': 'No more service-account keys expire soon than the limit allows.',
  'keys.neverExpire': 'No more service-account keys never expire than the limit allows.',
  'seats.unused': 'No more seats are unused than the limit allows.',
  'budget.forecast': 'The forecast of the billing month is within the budget.',
  'ci.failed': 'No more CI jobs failed than the limit allows.',
  attention: 'No more items need attention than the limit allows.',
}

const KINDS = Object.keys(RULES) as CheckKind[]

type Options = {
  /** URI of the policy: absolute, or relative to the root of the repository. */
  policy: string
  version: string
}

/** The result as SARIF 2.1.0: one result for each item of a failed check, and one for each unknown check. */
export const sarifText = (results: readonly CheckResult[], { policy, version }: Options): string => {
  return `${toJson(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'Quarterdeck',
              version,
              rules: KINDS.map((id) => ({ id, name: ruleName(id), shortDescription: { text: RULES[id] } })),
            },
          },
          columnKind: 'utf16CodeUnits',
          results: results.flatMap((result) =>
            resultsOf(result, { uri: policy, ...(!policy.includes(':') && { uriBaseId: '%SRCROOT%' }) }),
          ),
        },
      ],
    },
    { indent: 2 },
  )}\n`
}

/** `ControlsLoosened`. */
const ruleName = (id: string): string => id.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())

const resultsOf = (result: CheckResult, artifactLocation: object): object[] => {
  const { status, name, kind, line, column, why, items } = result
  if (status === 'passed') return []
  const resultFor = (item?: CheckItem): object => ({
    ruleId: kind,
    ruleIndex: KINDS.indexOf(kind),
    ...(status === 'failed' ? { kind: 'fail', level: 'error' } : { kind: 'open', level: 'none' }),
    message: { text: textOf(name, item?.text ?? why) },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine: line, startColumn: column } } }],
    partialFingerprints: { 'quarterdeckItem/v1': fingerprint(kind, name, status, item?.id ?? '') },
    properties: { check: name, ...(item?.link !== undefined && { link: item.link }) },
  })
  return status === 'failed' && items.length > 0 ? items.map(resultFor) : [resultFor()]
}

/** A message in plain text. `[text](1)` would be a link in it, and braces a placeholder. */
const textOf = (name: string, text: string): string =>
  safeText(`${name}: ${text}`, 'text').replaceAll('](', '] (').replace(/[{}]/g, '$&$&')

const fingerprint = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
