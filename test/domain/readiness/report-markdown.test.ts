import { expect, test } from 'vitest'
import { comparisonMarkdown, reportMarkdown } from '../../../src/domain/readiness/report-markdown.ts'

const newer = {
  reportId: 'r-2',
  createdAt: Date.UTC(2026, 10, 20, 9),
  repoUrl: 'https://git.example/web/shop',
  apps: { 'apps/web': { description: 'what people *see*' } },
  commitHash: 'a1b2c3d',
  hasLocalChanges: true,
  modelUsed: { id: 'opus', reasoningEffort: 'high' },
  someVersion: '1.2',
  report: {
    readme: { numerator: 1, denominator: 1, rationale: 'It is | there.' },
    formatter: { numerator: 1, denominator: 2, rationale: 'Only one\nhas it.' },
    lint_config: { numerator: null, denominator: 1, rationale: '' },
    zebra: { numerator: 3, denominator: 2, rationale: '<b>' },
  },
}
const older = {
  ...newer,
  reportId: 'r-1',
  createdAt: Date.UTC(2026, 10, 13, 9),
  report: { readme: { numerator: 0, denominator: 1, rationale: 'None.' }, formatter: newer.report.formatter },
}

test('a report in Markdown has its level, its details, and its criteria by level', () => {
  // Two of three evaluated criteria pass, and one of two at level 1.
  expect(reportMarkdown(newer, 'shop')).toBe(`# shop: L1, 66.7 % pass

- Repository: \`https://git.example/web/shop\`
- Evaluated: 2026-11-20 09:00 UTC, commit \`a1b2c3d\`
- There were uncommitted changes.
- Model: \`opus\`, \`high\` effort
- Client: \`1.2\`
- Report: \`r-2\`
- Application \`apps/web\`: what people \\*see\\*

## L1 Functional: 1 of 2 pass, 1 skipped

| criterion | verdict | result | rationale |
| --- | --- | --- | --- |
| readme | passed | 1/1 | It is \\| there. |
| lint_config | skipped | skipped |  |
| formatter | failed | 1/2 | Only one has it. |

## other: 1 of 1 pass

| criterion | verdict | result | rationale |
| --- | --- | --- | --- |
| zebra | passed | 3/2 (more passed than were evaluated) | &lt;b&gt; |
`)
})

test('an empty report in Markdown has question marks', () => {
  expect(reportMarkdown({}, 'shop')).toBe('# shop: L1, ? pass\n\n- Repository: `?`\n- Evaluated: ?\n- Report: `?`\n')
})

test('a comparison in Markdown has levels, rates and changed criteria', () => {
  expect(comparisonMarkdown(older, newer, 'shop')).toBe(`# shop: L1 to L1

- Repository: \`https://git.example/web/shop\`
- Older report: \`r-1\`, 2026-11-13 09:00 UTC, L1, 0.0 % pass
- Newer report: \`r-2\`, 2026-11-20 09:00 UTC, L1, 66.7 % pass
- Criteria: 3 changed, 1 unchanged

## gained: 1

| criterion | level | before | after | rationale |
| --- | --- | --- | --- | --- |
| readme | L1 Functional | 0/1 | 1/1 | It is \\| there. |

## new: 2

| criterion | level | before | after | rationale |
| --- | --- | --- | --- | --- |
| lint_config | L1 Functional |  | skipped |  |
| zebra | other |  | 3/2 | &lt;b&gt; |
`)
})
