import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesMarkdown } from '../../../src/domain/risk/change-report.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { forMany } from '../../helpers/for-all.ts'

const names = { before: '412', after: '418 m.ito' }
const report = (before: unknown, after: unknown) => changesMarkdown(compareSettings(before, after), names)

test('a report has counts, loosened settings with reasons, and the changes of each member', () => {
  expect(
    report(
      {
        sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['a.example'] } },
        commandAllowlist: ['a', 'b'],
      },
      {
        sandbox: { enabled: true, mode: 'whole-process', network: { allowedDomains: ['*'] } },
        commandAllowlist: ['b', 'a'],
        extra: null,
      },
    ),
  ).toBe(`# Controls: 412 to \`418 m.ito\`

1 changed, 2 added, 1 removed, 1 reordered, 1 loosened (1 critical), 1 tightened, 1 neutral

## Loosened

- **!!** \`sandbox.network.allowedDomains\` allows everything now. The sandbox allows only these entries; none without a list. (rule \`sandbox-allow\`)

## \`sandbox\`

- changed \`sandbox.mode\`: \`"per-command"\` to \`"whole-process"\` (tightened by \`sandbox-mode\`)
- added \`sandbox.network.allowedDomains{"*"}\` (loosened by \`sandbox-allow\`)
- removed \`sandbox.network.allowedDomains{"a.example"}\`

## \`commandAllowlist\`

- reordered \`commandAllowlist\`: now \`["b","a"]\`

## \`extra\`

- added \`extra\`: \`null\` (neutral, unknown meaning)
`)
})

test('a report without critical findings counts none, and equal settings have a single sentence', () => {
  expect(report({ commandAllowlist: ['a'] }, { commandAllowlist: ['a', 'b'] })).toContain('1 added, 1 loosened\n')
  expect(report({ a: 1 }, { a: 1 })).toBe('# Controls: 412 to `418 m.ito`\n\nThe settings are identical.\n')
})

test('a changed secret is printed as changed, without the secret or its hash', () => {
  const hash = (secret: string) => `hash-of-${secret.length}-and-more`
  const settings = (key: string) =>
    maskSettings({ customModels: [{ id: 'cm_1', apiKey: key }], [`ghp_${key.repeat(4)}`]: 1 }, hash)
  const text = report(settings('first-secret'), settings('another-secret'))
  expect(text).toContain('- changed `customModels[cm_1].apiKey`: `••••••` changed (neutral by `model-endpoint`)')
  expect(text).not.toMatch(/secret|hash-of/)
})

/** A line in which each code span, as CommonMark defines it, is replaced by a §. */
const withoutSpans = (line: string): string => {
  const fence = /`+/.exec(line)
  if (!fence) return line
  const rest = line.slice(fence.index + fence[0].length)
  const end = [...rest.matchAll(/`+/g)].find(([run]) => run === fence[0])
  if (!end) throw new Error(`a code span is not closed: ${line}`)
  return `${line.slice(0, fence.index)}§${withoutSpans(rest.slice(end.index + end[0].length))}`
}

const PARTS = ['\n', '\r\n', '\u2028', '\u0085', '# ', '- ', '    ', ' ']
PARTS.push(...'` `` | \\ <b> <!-- --> ](x) @all &lt; * _ " é'.split(' '))
const hostile = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(''))

test('no name and no value ends its code span', () => {
  const shapeOf = (text: string) => {
    const settings = (value: unknown) => ({ list: ['a', value], [text]: value, deep: { [text]: [value] } })
    const before = settings(text)
    const after = { ...settings(`${text}y`), added: { [`${text}z`]: text } }
    const lines = changesMarkdown(compareSettings(before, after), { before: text, after: 'b' })
    return lines.split(/\r\n|[\n\r\u2028\u2029\u0085]/).map(withoutSpans)
  }
  forMany(500, hostile, (text) => {
    expect(shapeOf(`x${text}`)).toEqual(shapeOf('x'))
  })
})

test('a long value is cut, with the number of missing characters', () => {
  const text = report({ a: 1 }, { a: 'x'.repeat(500) })
  expect(text).toContain(`- changed \`a\`: \`1\` to \`"${'x'.repeat(255)}… 246 more\` (neutral, unknown meaning)\n`)
})
