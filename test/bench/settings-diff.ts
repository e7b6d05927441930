/**
 * How long it takes to compare two settings of 5 MB in the shapes that occur, next to parsing both. Each figure is in
 * milliseconds, the median of rounds on documents that were parsed anew. What comparing takes is told as a multiple of parsing: of
 * `JSON.parse` alone, which the goal is about, and of what the program does to turn the bytes of two answers into values. A multiple
 * is the median of those of each round, as the speed of a machine that others share changes from second to second. The last case is
 * small: 10,000 leaves of which 1,000 changed. Each round begins on a heap that was collected: a collection that the documents of
 * the round before fall due in takes as long as either, and would be counted for one of them by chance.
 * Run with: npm run bench -- --diff
 */
import { median } from '../../src/base/numbers.ts'
import { parseJsonBytes } from '../../src/client/parse-json-bytes.ts'
import { changeTree } from '../../src/domain/risk/change-tree.ts'
import { compareSettings } from '../../src/domain/risk/compare-settings.ts'
import { riskFindings } from '../../src/domain/risk/revision-risk.ts'
import { diffSettings } from '../../src/domain/settings-diff/diff-settings.ts'
import { toJsonPatch } from '../../src/domain/settings-diff/json-patch.ts'
import { unifiedText } from '../../src/domain/settings-diff/unified-text.ts'
import { keepSection } from './results.ts'

const ROUNDS = 15
/** Of the time that parsing both takes. */
const GOAL = 1

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

type Settings = ReturnType<typeof settings>

/** In another order, always the same one. */
const shuffled = <Item>(list: readonly Item[]): Item[] => {
  const items = [...list]
  let seed = 7
  for (let at = items.length - 1; at > 0; at -= 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    const other = seed % (at + 1)
    const item = items[at] as Item
    items[at] = items[other] as Item
    items[other] = item
  }
  return items
}

/** One member of settings under as many names as 5 MB take. */
const many = (value: unknown, times: number): object =>
  Object.fromEntries(Array.from({ length: times }, (_, index) => [`m${index}`, value]))

const no = () => false
const isNinth = (index: number) => index % 9 === 3
const none = settings(no, false)
const few = settings((index) => index % 4_000 === 17, true)
const ninth = settings(isNinth, true)
const mixed = (): Settings => ({
  ...none,
  customModels: shuffled(none.customModels),
  hooks: { PreToolUse: shuffled(none.hooks.PreToolUse) },
  commandAllowlist: shuffled(none.commandAllowlist),
})
const someGone = none.commandAllowlist.flatMap((text, index) =>
  index % 20 === 0 ? [] : index % 10 === 0 ? [`new ${index}`, text] : [text],
)
/** Texts that begin and end alike, as addresses of one kind do. */
const urls = (isChanged: (index: number) => boolean) =>
  none.commandAllowlist.map(
    (_, index) => `https://git.example.com/${isChanged(index) ? 'new' : 'team'}/${index}/hooks.json`,
  )
const small = (edited: string) =>
  Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`N_${at}`, at % 10 ? 'a' : edited]))

const cases: Record<string, [before: unknown, after: unknown]> = {
  'nothing changed': [none, none],
  'a few changed': [none, few],
  '10,000 changed': [none, ninth],
  'all lists shuffled': [none, mixed()],
  'items with ids, a ninth changed': [many(none.customModels, 2), many(ninth.customModels, 2)],
  'items with ids, shuffled': [many(none.customModels, 2), many(shuffled(none.customModels), 2)],
  'items without a name, a ninth changed': [many(none.hooks, 7), many(ninth.hooks, 7)],
  'members, a ninth changed': [many(none.env, 12), many(ninth.env, 12)],
  'texts, some gone and some new': [many(none.commandAllowlist, 6), many(someGone, 6)],
  'texts, a ninth changed': [many(none.commandAllowlist, 6), many(ninth.commandAllowlist, 6)],
  'texts, shuffled': [many(none.commandAllowlist, 6), many(shuffled(none.commandAllowlist), 6)],
  'URLs, a ninth changed': [many(urls(no), 3), many(urls(isNinth), 3)],
  'URLs, shuffled': [many(urls(no), 3), many(shuffled(urls(no)), 3)],
  '10,000 leaves': [small('b'), small('c')],
}

const parsed = (bytes: Uint8Array) => parseJsonBytes([bytes], 'application/json')

const rows = Object.entries(cases).map(([what, sides]) => {
  const [before, after] = sides.map((side) => JSON.stringify(side)) as [string, string]
  const [beforeBytes, afterBytes] = [Buffer.from(before), Buffer.from(after)]
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
  // Apart from all else, whose garbage would be taken for that of the comparison.
  for (let round = 0; round < ROUNDS; round += 1) {
    globalThis.gc?.()
    time('read both', () => [parsed(beforeBytes), parsed(afterBytes)])
    globalThis.gc?.()
    const [a, b] = time('parse both', () => [JSON.parse(before), JSON.parse(after)])
    changes = time('diff', () => diffSettings(a, b)).length
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [JSON.parse(before), JSON.parse(after)]
    time('risks', () => riskFindings(a, b))
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [JSON.parse(before), JSON.parse(after)]
    const { changes: found, findings } = time('both', () => compareSettings(a, b))
    time('tree', () => changeTree(found, findings))
    time('patch', () => toJsonPatch(a, b))
    time('unified', () => unifiedText(a, b, { before: 'a', after: 'b' }))
  }
  const ms = Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, median(values) ?? 0]))
  const { 'read both': read = 0, 'parse both': parse = 0, diff = 0 } = ms
  const multipleOf = (name: string): number =>
    median((figures.diff ?? []).slice(0, ROUNDS).map((own, round) => own / (figures[name]?.[round] ?? 0))) ?? 0
  const [ofReading, ofParsing] = [multipleOf('read both'), multipleOf('parse both')]
  const row = { what, megabytes: after.length / 1e6, changes, ofReading, ofParsing, ...ms }
  console.log(JSON.stringify(row, (_, value) => (typeof value === 'number' ? Number(value.toFixed(2)) : value), 2))
  return [
    what,
    `${(after.length / 1e6).toFixed(1)} MB`,
    `${changes}`,
    `${parse.toFixed(1)} ms`,
    `${read.toFixed(1)} ms`,
    `${diff.toFixed(1)} ms`,
    `${ofParsing.toFixed(2)}x`,
    `${GOAL}x ${ofParsing <= GOAL ? 'met' : 'NOT met'}`,
    `${ofReading.toFixed(2)}x`,
  ]
})
keepSection({
  title: 'Settings compared, beside parsing them',
  by: 'npm run bench -- --diff',
  note:
    `Medians of ${ROUNDS} rounds, each on documents that were parsed anew and a heap that was collected. Parsing both is JSON.parse ` +
    'alone; the program, which is given bytes, also decodes UTF-8 and looks at how deep an answer goes.',
  heads: [
    'what changed',
    'size',
    'changes',
    'parsing both',
    'as the program parses',
    'comparing',
    'multiple',
    'goal',
    'multiple of that',
  ],
  rows,
})
