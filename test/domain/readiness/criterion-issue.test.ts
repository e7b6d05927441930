import { expect, test } from 'vitest'
import { criteriaIssue, criterionIssue } from '../../../src/domain/readiness/criterion-issue.ts'
import { criterionOf, criterionResults, passedBefore } from '../../../src/domain/readiness/criterion-results.ts'

const issueOf = (criterion: object, report: object = {}): string => {
  const whole = { ...report, report: { flaky_test_detection: criterion } }
  const own = criterionOf(whole, 'flaky_test_detection')
  if (!own) throw new Error('no criterion')
  return criterionIssue(whole, own)
}

test('an issue has the criterion, its repository, its result and its rationale', () => {
  const report = {
    reportId: 'r-1',
    createdAt: Date.UTC(2026, 10, 13, 9, 41),
    repoUrl: 'https://git.example/web/checkout',
    commitHash: 'a1b2c3d',
    branch: 'main',
  }
  expect(
    issueOf({ numerator: 1, denominator: 2, rationale: 'Nothing is quarantined.\n\n# Not a heading\n---' }, report),
  ).toBe(
    `# \`flaky_test_detection\`

- Repository: \`https://git.example/web/checkout\`
- Level: 4
- Result: failed: 1 of 2 applications
- Evaluated: 2026-11-13 09:41 UTC, commit \`a1b2c3d\`, branch \`main\`
- Report: \`r-1\`

> Nothing is quarantined.
>
> \\# Not a heading
> \\---
`,
  )
})

test('a rationale adds no markup, links, mentions or control characters', () => {
  const text = issueOf({
    numerator: 0,
    denominator: 1,
    rationale: '<img src=x> [a](b) @team `x` & \x1b[31m so: https://a.b www.c.d $1$',
  })
  expect(text.trimEnd().split('\n').at(-1)).toBe(
    '> &lt;img src=x&gt; \\[a\\](b) &#64;team \\`x\\` &amp; ␛\\[31m so: https&#58;//a.b www&#46;c.d \\$1\\$',
  )
})

test('skipped criteria and missing values are printed', () => {
  const text = issueOf({ numerator: null, denominator: 1 }, { branch: 'a`b' })
  expect(text).toContain(
    '- Result: skipped\n- Evaluated: ?, branch ``a`b``\n- Report: `?`\n\n> The report gives no rationale.',
  )
  expect(issueOf({ numerator: 0, denominator: 0 })).toContain('unknown: 0 of 0 applications (nothing to evaluate')
})

test('a name of a criterion or repository adds no markup to an issue', () => {
  const evil = { report: { '[x](y) @all\n# z': { numerator: 0, denominator: 1, rationale: 'r' } } }
  const text = criteriaIssue(evil, { title: '<b>`x`', aim: '*all*' }, criterionResults(evil))
  expect(text.split('\n')[0]).toBe('# &lt;b&gt;\\`x\\`')
  expect(text).toContain('- Repository: `?`\n- Aim: \\*all\\*\n')
  expect(text).toMatch(/^- \[ \] `\[x\]\(y\) @all.*`: 0 of 1$/m)
})

test('an issue about several criteria quotes the rationale of an earlier pass', () => {
  const failed = { numerator: 0, denominator: 1, rationale: 'It is gone.' }
  const passed = { numerator: 1, denominator: 1, rationale: 'It stood in docs/ @team.' }
  const own = { repoUrl: 'https://git.example/shop', createdAt: Date.UTC(2026, 10, 1), report: { readme: passed } }
  const other = {
    repoUrl: 'https://git.example/other',
    createdAt: Date.UTC(2026, 10, 2),
    report: { codeowners: passed },
  }
  const whole = { repoUrl: own.repoUrl, report: { readme: failed, codeowners: failed, runbooks_documented: failed } }
  const text = criteriaIssue(whole, { title: 'shop: the way to L2', aim: 'All.' }, criterionResults(whole), ({ id }) =>
    passedBefore(id, [{ report: { readme: failed } }, own], [other]),
  )
  expect(text).toContain('\n\n- [ ] `readme`: 0 of 1, evaluated once for the repository\n\n  > It is gone.\n\n  Passed')
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# shop: the way to L2',
    '- Repository: `https://git.example/shop`',
    '- Aim: All.',
    '- Evaluated: ?',
    '- Report: `?`',
    '- [ ] `readme`: 0 of 1, evaluated once for the repository',
    '  > It is gone.',
    '  Passed, evaluated 2026-11-01 00:00 UTC:',
    '  > It stood in docs/ &#64;team.',
    '- [ ] `runbooks_documented`: 0 of 1, evaluated once for the repository',
    '  > It is gone.',
    '- [ ] `codeowners`: 0 of 1, evaluated once for the repository',
    '  > It is gone.',
    '  Passes in `https://git.example/other`, evaluated 2026-11-02 00:00 UTC:',
    '  > It stood in docs/ &#64;team.',
  ])
})
