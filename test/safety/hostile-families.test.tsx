import { expect, test } from 'vitest'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { FORMATS } from '../../src/commands/kit/output-format.ts'
import { demoIds } from '../../src/service/demo/kit/repositories.ts'
import { hostileFamilies } from '../domain/hostile/families.ts'
import { tryTimes } from '../faults/fault.ts'
import { csvRows, FORMULA } from '../helpers/csv-rows.ts'
import { startHostile } from '../helpers/hostile-front.ts'
import { runQd } from '../helpers/run-qd.ts'
import { drawn, isLoaded, openScreen } from '../helpers/screen.tsx'
import { trial } from '../helpers/trial.ts'
import { effectsOf } from './effects.ts'

const families = Object.entries(hostileFamilies)

/** A service whose texts are of one family; every third text joins two pieces of it. */
const startFamily = (piece: (at: number) => string) =>
  startHostile((at) => `${piece(at)}${(at + 1) % 3 === 0 ? piece((at + 1) * 7) : ''}`)

const range = '--from 2026-11-18 --to 2026-11-20'
const lines = [
  ...['tokens', 'tools', 'activity', 'productivity'].map((name) => `analytics ${name} ${range}`),
  `analytics tokens ${range} --group-by model`,
  `analytics tools ${range} --group-by tool_name`,
  `analytics tools ${range} --totals`,
  `analytics users ${range} --limit 5`,
  `analytics users ${range} --all`,
  `analytics users ${range} --totals`,
  'readiness list',
  'readiness show latest',
  'readiness compare',
  'controls history',
  'controls diff',
  ...['unified', 'split', 'json-patch'].map((style) => `controls diff latest~9 latest --style ${style}`),
  'controls show latest',
  'controls blame commandAllowlist',
  'controls open',
  'computers list',
  `computers show ${demoIds.computers.failed}`,
  `keys list ${demoIds.serviceAccounts.ci}`,
  'wiki list',
  `wiki show ${demoIds.wikiRuns.checkout}`,
  'ci jobs',
  `overview ${range}`,
]
const printings = families.flatMap(([family, piece]) =>
  lines.flatMap((line) => FORMATS.map((format) => ({ family, piece, line, format }))),
)

/** Describes the first row of a csv or md table whose number of cells differs from the heading's. */
const unevenRow = (rows: readonly (readonly unknown[])[]): string | undefined => {
  const odd = rows.find((row) => row.length !== rows[0]?.length)
  return odd && `a row of ${odd.length} cells where the heading has ${rows[0]?.length}`
}

/** The cells as a spreadsheet with another separator reads them. Quotes count only at the start of a cell. */
const cellsBy = (separator: string, csv: string): string[] =>
  [...csv.matchAll(new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\\r\\n]*)(?:[${separator}\\r\\n]|$)`, 'g'))].map(
    ([, quoted = '', rest = '']) => (quoted.replaceAll('""', '"') + rest).trimStart(),
  )

const unreadable = (format: (typeof FORMATS)[number], out: string): string | undefined => {
  if (format === 'json') JSON.parse(out)
  if (format === 'ndjson') for (const line of out.trimEnd().split('\n')) JSON.parse(line)
  if (format === 'csv') {
    const rows = csvRows(out)
    const found = [...rows.flat(), ...cellsBy(';', out), ...cellsBy('\t', out)].find((cell) => FORMULA.test(cell))
    return found === undefined ? unevenRow(rows) : `a formula: ${JSON.stringify(found)}`
  }
  const table = out.split('\n').filter((line) => line.startsWith('|'))
  const link = table.find((line) => /@|:\/\/|www\./i.test(line))
  if (format === 'md' && link !== undefined) return `a link or a mention: ${link}`
  return format === 'md' ? unevenRow(table.map((line) => line.split(/(?<!\\)\|/))) : undefined
}

test('hostile texts of 40 families have no effect in any format', async () => {
  expect(families.length).toBeGreaterThanOrEqual(40)
  await trial(12, (count) =>
    tryTimes(
      count,
      async (round) => {
        const { family, piece, line, format } = printings[
          (round * 1_013) % printings.length
        ] as (typeof printings)[number]
        const front = await startFamily(piece)
        try {
          const options = { url: front.url, key: front.key, isErrorTerminal: true, columns: 120 }
          const words = [...line.split(' '), '--format', format]
          const [ran, piped] = await Promise.all([
            runQd(words, { ...options, isOutputTerminal: true }),
            runQd(words, options),
          ])
          const what = `${family}, qd ${words.join(' ')}`
          if (/\n {4}at /.test(ran.err)) return `${what}: ${ran.err.slice(0, 300)}`
          const shown = format === 'csv' ? ran.out.replaceAll('\r\n', '\n') : ran.out
          const effects = await effectsOf(
            [...shown.split('\n'), ...ran.err.replaceAll('\r', '').split('\n')],
            Number.POSITIVE_INFINITY,
          )
          if (effects !== undefined) return `${what}: ${effects}`
          const wrong = piped.out === '' ? undefined : unreadable(format, piped.out)
          return wrong && `${what}: ${wrong}`
        } finally {
          await front.close()
        }
      },
      8,
    ),
  )
})

const sizes = [
  [60, 15],
  [80, 24],
  [120, 36],
] as const
const drawings = families.flatMap(([family, piece]) =>
  SCREEN_NAMES.flatMap((screen) => sizes.map((size) => ({ family, piece, screen, size }))),
)
const keys = 'j G Enter j Tab Enter Esc h s n / e Enter Esc @ q ? q'.split(' ')

test('hostile texts of 40 families have no effect on any screen', async () => {
  await trial(5, (count) =>
    tryTimes(count, async (round) => {
      const { family, piece, screen, size } = drawings[(round * 211) % drawings.length] as (typeof drawings)[number]
      const [columns, rows] = size
      const front = await startFamily(piece)
      const opened = await openScreen(front, { columns, rows, screen })
      try {
        await opened.frameWith((frame) => isLoaded(frame) || (frame[0] ?? '').includes('0 req'))
        await drawn()
        for (const key of ['', ...keys]) {
          if (key !== '') await opened.press(key)
          const frame = opened.styledFrame()
          const wrong = frame.length === rows ? await effectsOf(frame, columns) : `${frame.length} rows`
          if (wrong !== undefined)
            return `${family}, ${screen} at ${columns}x${rows} after ${key || 'it loaded'}: ${wrong}`
        }
        return undefined
      } finally {
        opened.unmount()
        await front.close()
      }
    }),
  )
})

test('the check finds raw hostile text that has an effect', async () => {
  const tame =
    /wide char|half and full|syllables|emoji|long text|^formulas$|markup|mentions|private|surrogates|width|direction|tags|marks/
  for (const [family, piece] of families.filter(([name]) => !tame.test(name))) {
    let found: string | undefined
    for (let at = 0; at < 32 && found === undefined; at += 1)
      found = await effectsOf([piece(at)], Number.POSITIVE_INFINITY)
    expect(found, family).toBeDefined()
  }
})
