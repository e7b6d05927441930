/**
 * Prints figures with their goals, and stores them in RESULTS.md, for comparison in the next run. Below its main table
 * RESULTS.md has a section for each benchmark that is run by name.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'

const file = new URL('RESULTS.md', import.meta.url)

/** The relative increase over the previous value from which a figure is a regression. */
const REGRESSION = 1.15
/** Smaller absolute differences are ignored. */
const MIN_DIFFERENCE = 0.05

/** The main table with the text above it, and the sections below. */
export const partsOf = (text: string): { main: string; sections: string[] } => {
  const [main = '', ...sections] = text.split(/^(?=## )/m)
  return { main, sections }
}

/** The rows of the main table, by their first cell; the first two are its head. */
const rows = new Map(
  partsOf(readFileSync(file, 'utf8'))
    .main.split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => [cellOf(line, 1), line]),
)
function cellOf(line: string, column: number): string {
  return line.split('|')[column]?.trim() ?? ''
}

/** @param last - The previous value. @default none: the figure is new, which is no regression */
export const isRegression = (value: number, last?: number): boolean =>
  last !== undefined && value > last * REGRESSION && value - last > MIN_DIFFERENCE

let missed = 0
let worse = 0

/** Prints a figure, which must not exceed its goal. @param figures - The values it is computed from. */
export const print = (
  what: string,
  figures: string,
  value: number,
  goal: number,
  unit: string,
  note = '',
): string[] => {
  const isMet = value <= goal
  if (!isMet) missed++
  const cells = [
    what,
    figures,
    `${value.toFixed(unit === 'x' ? 2 : 1)}${unit}`,
    `${goal}${unit}`,
    isMet ? 'met' : 'NOT met',
  ]
  const [name = '', from = '', shown = '', aim = '', verdict = ''] = cells
  console.log(`${name.padEnd(46)} ${from.padEnd(26)} ${shown.padStart(10)}   goal ${aim.padEnd(9)} ${verdict}${note}`)
  return cells
}

/**
 * Prints a figure and stores it in the main table.
 *
 * @param isSteady - Whether it is independent of the machine's load, so that a worse value is a regression.
 */
export const record = (
  what: string,
  figures: string,
  value: number,
  goal: number,
  unit: string,
  isSteady = false,
): void => {
  const row = rows.get(what)
  const last = row === undefined ? undefined : Number.parseFloat(cellOf(row, 3))
  const isWorse = isSteady && isRegression(value, last)
  if (isWorse) worse++
  const cells = print(what, figures, value, goal, unit, isWorse ? `   WORSE than ${last}${unit}` : '')
  rows.set(what, `| ${cells.join(' | ')} |`)
}

/** Prints a summary, and writes RESULTS.md unless a figure got worse, which fails. */
export const end = (isAccepted: boolean): void => {
  console.log(missed === 0 ? '\nAll goals met.' : `\n${missed} goals NOT met.`)
  if (worse > 0) console.log(`${worse} figures are worse than in RESULTS.md by more than 15 %.`)
  const isRejected = worse > 0 && !isAccepted
  if (isRejected) process.exitCode = 1
  else writeFileSync(file, [mainText(), ...partsOf(readFileSync(file, 'utf8')).sections].join('\n'))
}

const mainText = (): string => `# How fast it is

Written by \`npm run bench\`. ${machine()}

Each key is compared with a program of hand-written escape codes: after 600 warm-up keys, both programs take turns of 20
keys. The other program scrolls the same rows and writes the same cells, row by row, including previews and details.
Screens opened from the main lists, and popups, are measured at all sizes only on request: \`--only Person,Pages\`.

| what | figures | value | goal | |
| --- | --- | --- | --- | --- |
${[...rows.values()].join('\n')}
`

/** The machine and the software versions of the figures; only the version number of the kernel. */
const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release().split('.', 2).join('.')}, Node ${process.versions.node}.`

/** A table of its own in RESULTS.md. */
export type Section = {
  title: string
  /** The command that writes it. */
  by: string
  /** How it was measured. */
  note: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Replaces a section of RESULTS.md, or adds it. */
export const keepSection = (section: Section): void => {
  const load = `Load ${(loadavg()[0] ?? 0).toFixed(1)} at the end, including this benchmark.`
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), section, `${machine()} ${load}`))
}

export const withSection = (text: string, { title, by, note, heads, rows }: Section, machine: string): string => {
  const { main, sections } = partsOf(text)
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
  const table = [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
  const own = `## ${title}\n\nWritten by \`${by}\`. ${machine}\n\n${note}\n\n${table}\n`
  const others = sections.map((section) => `${section.trimEnd()}\n`)
  const at = others.findIndex((section) => section.startsWith(`## ${title}\n`))
  const all = at < 0 ? [...others, own] : others.with(at, own)
  return [`${main.trimEnd()}\n`, ...all].join('\n')
}
