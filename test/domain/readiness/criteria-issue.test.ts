import { expect, test } from 'vitest'
import { criteriaIssue } from '../../../src/domain/readiness/criteria-issue.ts'
import { judgedCriteria } from '../../../src/domain/readiness/judged-criteria.ts'

const report = {
  reportId: 'r-1',
  createdAt: Date.UTC(2026, 10, 13, 9, 41),
  repoUrl: 'https://git.example/web/checkout',
  branch: 'main',
  report: {
    skills: { numerator: 0, denominator: 1, rationale: 'There is no folder of skills.\n\n# Not a heading\n---' },
    pii_handling: { numerator: 1, denominator: 3, rationale: '' },
  },
}

test('an issue over several criteria has a box to tick for each, in the order given, with its rationale', () => {
  const aim = { title: 'checkout: from L3 to L4', aim: '2 more of these 2 criteria open L4' }
  expect(criteriaIssue(report, aim, judgedCriteria(report))).toBe(`# checkout: from L3 to L4

- Repository: \`https://git.example/web/checkout\`
- Aim: 2 more of these 2 criteria open L4
- Judged: 2026-11-13 09:41 UTC, branch \`main\`
- Report: \`r-1\`

- [ ] skills: 0 of 1, judged once for the repository

  > There is no folder of skills.
  >
  > \\# Not a heading
  > \\---

- [ ] pii\\_handling: 1 of 3 applications

  > The report gives no rationale.
`)
})

test('a name of a criterion or repository brings no markup into an issue', () => {
  const evil = { report: { '[x](y) @all\n# z': { numerator: 0, denominator: 1, rationale: 'r' } } }
  const text = criteriaIssue(evil, { title: '<b>`x`', aim: '*all*' }, judgedCriteria(evil))
  expect(text.split('\n')[0]).toBe('# &lt;b&gt;\\`x\\`')
  expect(text).toContain('- Repository: `?`\n- Aim: \\*all\\*\n')
  expect(text).toMatch(/^- \[ \] \\\[x\\\]\(y\) &#64;all.*: 0 of 1$/m)
})
