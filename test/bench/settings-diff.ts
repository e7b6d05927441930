/**
 * How long it takes to compare two settings of 5 MB in the shapes that occur, next to parsing both. Figures are medians of rounds,
 * each on newly parsed documents. The time of a comparison is printed as a multiple of `JSON.parse` alone, which the goal limits,
 * and as a multiple of what the program does to turn the bytes of two responses into values. Each multiple is the median of the
 * rounds' multiples, because the speed of a shared machine changes from second to second. The last case is small: 10,000 leaves of
 * which 1,000 changed. Garbage is collected before each parsing, because collecting earlier documents takes as long as a figure.
 * Run with: npm run bench -- --diff
 */
import { parseJsonBytes } from '../../src/client/parse-json-bytes.ts'
import { changeTree } from '../../src/domain/risk/change-tree.ts'
import { compareSettings } from '../../src/domain/risk/compare-settings.ts'
import { riskFindings } from '../../src/domain/risk/revision-risk.ts'
import { diffSettings } from '../../src/domain/settings-diff/diff-settings.ts'
import { toJsonPatch } from '../../src/domain/settings-diff/json-patch.ts'
import { unifiedText } from '../../src/domain/settings-diff/unified-text.ts'
import { createRandom, median, timeOf } from './bench-kit.ts'
import { keepSection } from './results.ts'

const ROUNDS = 15
/** Maximum time of a comparison as a multiple of JSON.parse of both documents, for every shape. */
const GOAL = 3

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

/** The same items in another order, which is the same in every run. */
const shuffled = <Item>(list: readonly Item[]): Item[] => {
  const random = createRandom(7)
  return list
    .map((item) => ({ item, at: random(1e9) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Settings with one value under many names; `times` is chosen so that they are about 5 MB. */
const many = (value: unknown, times: number): object =>
  Object.fromEntries(Array.from({ length: times }, (_, index) => [`m${index}`, value]))

const no = () => false
const isNinth = (index: number) => index % 9 === 3
const none = settings(no, false)
const few = settings((index) => index % 4_000 === 17, true)
const ninth = settings(isNinth, true)
const mixed = () => ({
  ...none,
  customModels: shuffled(none.customModels),
  hooks: { PreToolUse: shuffled(none.hooks.PreToolUse) },
  commandAllowlist: shuffled(none.commandAllowlist),
})
const someGone = none.commandAllowlist.flatMap((text, index) =>
  index % 20 === 0 ? [] : index % 10 === 0 ? [`new ${index}`, text] : [text],
)
/** Texts with a common start and end, like addresses of one kind. */
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

type Json = ReturnType<typeof JSON.parse>
/** What else the program does with two settings; printed, without a goal. */
const others: Record<string, (before: Json, after: Json) => unknown> = {
  risks: riskFindings,
  both: compareSettings,
  tree: (before, after) => {
    const { changes, findings } = compareSettings(before, after)
    return changeTree(changes, findings)
  },
  patch: toJsonPatch,
  unified: (before, after) => unifiedText(before, after, { before: 'a', after: 'b' }),
}
const rounds = <Value>(work: () => Value): Value[] => Array.from({ length: ROUNDS }, work)

const rows = Object.entries(cases).map(([what, sides]) => {
  const texts = sides.map((side) => JSON.stringify(side))
  const bytes = texts.map((text) => Buffer.from(text))
  const parse = () => texts.map((text) => JSON.parse(text))
  let changes = 0
  const times = rounds(() => {
    globalThis.gc?.()
    const readMs = timeOf(() => bytes.map((one) => parseJsonBytes([one], 'application/json')))
    globalThis.gc?.()
    let parsed: Json[] = []
    const parseMs = timeOf(() => (parsed = parse()))
    const diffMs = timeOf(() => (changes = diffSettings(parsed[0], parsed[1]).length))
    return { parseMs, readMs, diffMs, ofParsing: diffMs / parseMs, ofReading: diffMs / readMs }
  })
  const of = (figure: keyof (typeof times)[number]) => median(times.map((one) => one[figure]))
  const size = `${((texts[1]?.length ?? 0) / 1e6).toFixed(1)} MB`
  const ms = (['parseMs', 'readMs', 'diffMs'] as const).map((figure) => `${of(figure).toFixed(1)} ms`)
  const verdict = `${GOAL}x ${of('ofParsing') <= GOAL ? 'met' : 'NOT met'}`
  const row = [
    what,
    size,
    `${changes}`,
    ...ms,
    `${of('ofParsing').toFixed(2)}x`,
    verdict,
    `${of('ofReading').toFixed(2)}x`,
  ]
  const rest = Object.entries(others).map(([name, work]) => {
    const own = rounds(() => {
      const [before, after] = parse()
      return timeOf(() => work(before, after))
    })
    return `${name} ${median(own).toFixed(1)} ms`
  })
  console.log([...row, ...rest].join(', '))
  return row
})
keepSection({
  title: 'Settings diff, compared with parsing',
  by: 'npm run bench -- --diff',
  note:
    `Medians of ${ROUNDS} rounds, each on freshly parsed documents after a garbage collection. "Parsing both" is JSON.parse ` +
    'alone; the program also decodes UTF-8 and checks the nesting depth of a response.',
  heads: [
    'what changed',
    'size',
    'changes',
    'parsing both',
    'as the program parses',
    'comparing',
    'multiple of parsing both',
    'goal',
    "multiple of the program's parsing",
  ],
  rows,
})
