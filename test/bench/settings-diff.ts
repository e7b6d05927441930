/**
 * How long it takes to compare two settings of 5 MB and 10,000 members, items and entries that changed, next to parsing both.
 * Each figure is in milliseconds, the median of rounds on
 * documents that were parsed anew; `ofParsing` is what comparing takes as a multiple of parsing, and should be below 1.
 * Run with: node test/bench/settings-diff.ts
 */
import { median } from '../../src/domain/median.ts'
import { riskFindings } from '../../src/domain/revision-risk.ts'
import { changeTree } from '../../src/domain/settings-diff/change-tree.ts'
import { diffSettings } from '../../src/domain/settings-diff/diff-settings.ts'
import { toJsonPatch } from '../../src/domain/settings-diff/json-patch.ts'
import { unifiedText } from '../../src/domain/settings-diff/unified-text.ts'

const ROUNDS = 9

const settings = (edit: (index: number) => boolean, isMoved: boolean) => {
  const models = Array.from({ length: 15_500 }, (_, index) => ({
    id: `cm_${index}`,
    model: `vendor/model-${index % 50}`,
    baseUrl: `https://models.example/v1/${index}`,
    displayName: `Model ${index}`,
    maxOutputTokens: edit(index) ? 1 : 32_000,
    extraHeaders: { 'x-team': 'platform', 'x-cost-centre': String(index) },
  }))
  if (isMoved) models.push(...models.splice(100, 40))
  return {
    customModels: models,
    hooks: {
      PreToolUse: Array.from({ length: 7_800 }, (_, index) => ({
        matcher: 'Execute',
        hooks: [{ type: 'command', command: `./scripts/guard-${index}.sh`, timeout: edit(index) ? 11 : 10 }],
      })),
    },
    commandAllowlist: Array.from({ length: 39_000 }, (_, index) => `npm run task-${index}${edit(index) ? ' -v' : ''}`),
    env: Object.fromEntries(Array.from({ length: 26_000 }, (_, index) => [`NAME_${index}`, edit(index) ? 'b' : 'a'])),
  }
}

const cases = {
  'nothing changed': JSON.stringify(settings(() => false, false)),
  'a few changed': JSON.stringify(settings((index) => index % 4_000 === 17, true)),
  '10,000 changed': JSON.stringify(settings((index) => index % 9 === 3, true)),
}
const before = cases['nothing changed']

const rows = Object.entries(cases).map(([what, after]) => {
  const figures: Record<string, number[]> = {}
  const time = <Result>(name: string, work: () => Result): Result => {
    const start = performance.now()
    const result = work()
    const own = figures[name] ?? []
    own.push(performance.now() - start)
    figures[name] = own
    return result
  }
  let changes = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = time('parse both', () => [JSON.parse(before), JSON.parse(after)])
    const found = time('diff', () => diffSettings(a, b))
    changes = found.length
    const findings = time('risks', () => riskFindings(a, b))
    time('tree', () => changeTree(found, findings))
    time('patch', () => toJsonPatch(a, b))
    time('unified', () => unifiedText(a, b, { before: 'a', after: 'b' }))
  }
  const ms = Object.entries(figures).map(([name, values]) => [name, Number((median(values) ?? 0).toFixed(1))])
  const ofParsing = Number(((median(figures.diff ?? []) ?? 0) / (median(figures['parse both'] ?? []) ?? 1)).toFixed(2))
  return { what, megabytes: Number((after.length / 1e6).toFixed(1)), changes, ofParsing, ...Object.fromEntries(ms) }
})
process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
