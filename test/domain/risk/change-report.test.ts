import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesMarkdown } from '../../../src/domain/risk/change-report.ts'
import { compareSettings } from '../../../src/domain/risk/compare-settings.ts'
import { maskSettings } from '../../../src/domain/secrets/mask-settings.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { tries } from '../../helpers/tries.ts'

const names = { before: '412', after: '418 m.ito' }
const report = (before: unknown, after: unknown) => changesMarkdown(compareSettings(before, after), names)

test('counts, what was widened and why, and the changes of each member', () => {
  expect(
    report(
      {
        sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['a.example'] } },
        customModels: [{ id: 'cm_1', displayName: 'One' }],
        commandAllowlist: ['a', 'b'],
      },
      {
        sandbox: { enabled: true, mode: 'whole-process', network: { allowedDomains: ['*'] } },
        customModels: [{ id: 'cm_1', displayName: 'Two' }],
        commandAllowlist: ['b', 'a'],
        extra: null,
      },
    ),
  ).toBe(`# Controls: 412 to \`418 m.ito\`

2 changed, 2 added, 1 removed, 1 reordered, 1 widened (1 grave), 1 narrowed, 2 neutral

## Widened

- **!!** \`sandbox.network.allowedDomains\` allows everything now. What the sandbox lets through; without a list nothing. (rule \`sandbox-allow\`)

## \`sandbox\`

- changed \`sandbox.mode\`: \`"per-command"\` to \`"whole-process"\` (narrowed by \`sandbox-mode\`)
- added \`sandbox.network.allowedDomains{"*"}\` (widened by \`sandbox-allow\`)
- removed \`sandbox.network.allowedDomains{"a.example"}\`

## \`customModels\`

- changed \`customModels[cm_1].displayName\`: \`"One"\` to \`"Two"\` (neutral by \`model-endpoint\`)

## \`commandAllowlist\`

- reordered \`commandAllowlist\`: now \`["b","a"]\`

## \`extra\`

- added \`extra\`: \`null\` (neutral, meaning not known)
`)
})

test('settings that do not differ are told so', () => {
  expect(report({ a: 1 }, { a: 1 })).toBe('# Controls: 412 to `418 m.ito`\n\nThe settings do not differ.\n')
})

test('a secret that changed is told to be another one, and neither it nor its hash is told', () => {
  const hash = (secret: string) => `hash-of-${secret.length}-and-more`
  const settings = (key: string) =>
    maskSettings({ customModels: [{ id: 'cm_1', apiKey: key }], [`ghp_${key.repeat(4)}`]: 1 }, hash)
  const text = report(settings('first-secret'), settings('another-secret'))
  expect(text).toContain('- changed `customModels[cm_1].apiKey`: `••••••` is another one (neutral by `model-endpoint`)')
  expect(text).not.toMatch(/secret|hash-of/)
})

/** A line as CommonMark reads code spans: what is between them, and what they hold. */
const parsedLine = (line: string): { around: string; spans: string[] } => {
  const spans: string[] = []
  let around = ''
  for (let at = 0; at < line.length; ) {
    const fence = /^`+/.exec(line.slice(at))?.[0]
    if (!fence) {
      around += line[at]
      at += 1
      continue
    }
    const rest = line.slice(at + fence.length)
    const end = [...rest.matchAll(/`+/g)].find(([run]) => run.length === fence.length)
    if (!end) throw new Error(`a fence that nothing closes: ${line}`)
    const inside = rest.slice(0, end.index)
    const isPadded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== ''
    spans.push(isPadded ? inside.slice(1, -1) : inside)
    around += '§'
    at += fence.length + end.index + fence.length
  }
  return { around, spans }
}

const PARTS = ['\n', '\r\n', '\u2028', '\u0085', '# ', '- ', '    ', ' ']
PARTS.push(...'` `` | \\ <b> <!-- --> ](x) @all &lt; * _ " é'.split(' '))
const hostile = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(''))

test('no name and no value, whatever is in it, breaks out of its place', () => {
  const settings = fc
    .array(fc.tuple(hostile, fc.oneof(hostile, fc.array(hostile, { maxLength: 3 }))), { maxLength: 4 })
    .map((members) =>
      JSON.parse(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`),
    )
  fc.assert(
    fc.property(settings, settings, hostile, (before, after, name) => {
      const comparison = compareSettings(before, after)
      const lines = changesMarkdown(comparison, { before: name, after: 'b' })
        .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
        .map(parsedLine)
      const title = lines[0]
      expect(title?.around).toBe(name === '' ? '# Controls: (empty) to §' : '# Controls: § to §')
      expect(title?.spans).toEqual(name === '' ? ['b'] : [safeText(name), 'b'])
      const shapes = new Set(
        lines
          .slice(1)
          .map(({ around }) =>
            around
              .replace(/^[\d a-z,]*(added|removed|changed|reordered), \d+ neutral$/, 'counts')
              .replace(/ \(neutral, meaning not known\)$/, ''),
          ),
      )
      const known = [
        '',
        'counts',
        'The settings do not differ.',
        '## §',
        '- added §: §',
        '- removed §: §',
        // Of an entry of a list the path is all that there is to tell.
        '- added §',
        '- removed §',
        '- changed §: § to §',
        '- changed §: § is another one',
        '- reordered §: now §',
      ]
      expect([...shapes].filter((shape) => !known.includes(shape))).toEqual([])
      const items = lines.filter(({ around }) => around.startsWith('- '))
      expect(items.map(({ spans }) => spans[0])).toEqual(
        [...comparison.changes]
          .map(({ path }, index) => ({
            path,
            index,
            top: comparison.changes.findIndex((each) => pathText(each.path.slice(0, 1)) === pathText(path.slice(0, 1))),
          }))
          .sort((a, b) => a.top - b.top || a.index - b.index)
          .map(({ path }) => safeText(pathText(path))),
      )
    }),
    { numRuns: tries(500) },
  )
})

test('a long value is cut once and told how much is missing', () => {
  const text = report({ a: 1 }, { a: 'x'.repeat(500) })
  expect(text).toContain(`- changed \`a\`: \`1\` to \`"${'x'.repeat(255)}… 246 more\` (neutral, meaning not known)\n`)
})
