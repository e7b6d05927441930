import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskSettings } from '../../../src/domain/mask-settings.ts'
import { diffSettings } from '../../../src/domain/settings-diff/diff-settings.ts'
import { unifiedLines, unifiedSteps, unifiedText } from '../../../src/domain/settings-diff/unified-text.ts'
import { json } from './documents.ts'

const names = { before: 'revision 412', after: 'revision 418' }

test('changes are told with the lines around them, as diff tools do', () => {
  const before = {
    sandbox: { enabled: true, network: { allowedDomains: ['github.example'] } },
    z: [1, 2],
    a: 1,
    b: 1,
    c: 1,
    d: 1,
    e: 1,
  }
  const after = {
    a: 2,
    b: 1,
    c: 1,
    d: 1,
    e: 1,
    sandbox: { enabled: true, network: { allowedDomains: ['*'] } },
    z: [1, 2],
  }
  expect(unifiedText(before, after, { ...names, context: 1 })).toBe(`--- revision 412
+++ revision 418
@@ -1,3 +1,3 @@
 {
-  "a": 1,
+  "a": 2,
   "b": 1,
@@ -10,3 +10,3 @@
       "allowedDomains": [
-        "github.example",
+        "*",
       ],
`)
})

test('nothing is told where nothing differs, and all where there was nothing', () => {
  expect(unifiedText({ a: 1, b: 2 }, { b: 2, a: 1 }, names)).toBe('')
  expect(unifiedText(undefined, { a: 1 }, names)).toBe(
    '--- revision 412\n+++ revision 418\n@@ -0,0 +1,3 @@\n+{\n+  "a": 1,\n+},\n',
  )
  expect(unifiedText(null, [], names)).toBe('--- revision 412\n+++ revision 418\n@@ -1,1 +1,2 @@\n-null,\n+[\n+],\n')
})

const sideOf = (before: unknown, after: unknown, sign: '-' | '+'): string[] =>
  unifiedLines(before, after)
    .filter((line) => line.sign === ' ' || line.sign === sign)
    .map(({ text }) => text)

/** A side read as the JSON that it is but for its commas. */
const parseSide = (lines: readonly string[]): unknown =>
  JSON.parse(
    lines
      .map((line, index) => (/^ *[}\]],$/.test(lines[index + 1] ?? '},') ? line.replace(/,$/, '') : line))
      .join('\n'),
  )

test('each side of any two documents is that document, and lines differ exactly where the documents do', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(parseSide(sideOf(before, after, '-'))).toEqual(before)
      expect(parseSide(sideOf(before, after, '+'))).toEqual(after)
      expect(sideOf(before, after, '+')).toEqual(sideOf(after, after, ' ' as '+'))
      const hasSigns = unifiedLines(before, after).some(({ sign }) => sign !== ' ')
      expect(hasSigns).toBe(diffSettings(before, after).length > 0)
    }),
    { numRuns: 1_000, seed: 4 },
  )
})

test('a secret that changed has its lines, and neither it nor its hash is in them', () => {
  const hash = (secret: string) => Buffer.from(secret.padEnd(24, 'x')).toString('base64url')
  const text = unifiedText(maskSettings({ env: { A: 'one' } }, hash), maskSettings({ env: { A: 'two' } }, hash), {
    ...names,
    context: 0,
  })
  expect(text.split('\n').slice(3, 5)).toEqual(['-    "A": "••••••",', '+    "A": "••••••",'])
})

test('what would act on a terminal is escaped', () => {
  const text = unifiedText({ a: 1 }, { a: '\u009d52;c;x\u202e\u001b[2J', '\u001b]0;x': 1 }, names)
  expect(text).toContain('"\\u009d52;c;x\\u202e\\u001b[2J"')
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
})

test('the lines are the same when they are made in steps', () => {
  fc.assert(
    fc.property(fc.option(json, { nil: undefined }), fc.option(json, { nil: undefined }), (before, after) => {
      const steps = unifiedSteps(before, after)
      let step = steps.next()
      while (!step.done) step = steps.next()
      expect(step.value).toEqual(unifiedLines(before, after))
    }),
  )
})

test('no step lays more over each other than an item of a list or a member', () => {
  const items = (on: boolean) => ({ list: Array.from({ length: 500 }, (_, index) => ({ index, on })) })
  for (const before of [items(true), {}]) {
    const lines = { count: 0 }
    let steps = 0
    for (const made = unifiedSteps(before, items(false)); ; steps += 1) {
      const { done, value } = made.next()
      if (done) {
        lines.count = value.length
        break
      }
    }
    expect(steps).toBeGreaterThan(500)
    expect(lines.count / steps).toBeLessThan(6)
  }
})
