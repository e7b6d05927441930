/**
 * Says figures beside their goals, and keeps them in RESULTS.md, beside which the next ones are judged. Behind them stand the last
 * tables of the benchmarks that are run by name, a section each.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('RESULTS.md', import.meta.url))

export type Result = {
  what: string
  /** What the value is made from. */
  figures: string
  value: number
  /** The value is to be no greater. */
  goal: number
  unit: string
  /** Whether a worse one than last time is a regression. */
  isSteady: boolean
}

/** How much worse than the last time is a regression. */
const REGRESSION = 1.15
/** A difference smaller than this is none, whatever its share: of what is next to nothing. */
const MIN = 0.05

/**
 * Whether a figure is worse than the last time by so much that it is no chance.
 *
 * @param last - Its value the last time. @default it is new, and no regression
 */
export const isRegression = ({ value, isSteady }: Pick<Result, 'value' | 'isSteady'>, last?: number): boolean =>
  isSteady && last !== undefined && value > last * REGRESSION && value - last > MIN

export const createResults = () => {
  const rows: Result[] = []
  const before = valuesBefore()
  let elsewhere = 0
  const isWorse = (row: Result): boolean => isRegression(row, before.get(row.what)?.value)
  return {
    say(row: Result): void {
      rows.push(row)
      const worse = isWorse(row) ? `   WORSE than ${before.get(row.what)?.value}${row.unit}` : ''
      console.log(
        `${row.what.padEnd(46)} ${row.figures.padEnd(26)} ${shown(row.value, row.unit).padStart(10)}   goal ${goalOf(row).padEnd(9)} ${verdict(row)}${worse}`,
      )
    },
    /** Counts goals that were missed elsewhere. */
    add(missed: number): void {
      elsewhere += missed
    },
    /** Sums up, sets the status, and writes what was measured into RESULTS.md where nothing of it got worse. */
    end({ isAccepted }: { isAccepted: boolean }): void {
      const missed = rows.filter((row) => !isMet(row)).length + elsewhere
      const worse = rows.filter(isWorse).length
      console.log(missed === 0 ? '\nAll goals met.' : `\n${missed} goals NOT met.`)
      if (worse > 0) console.log(`${worse} figures are worse than in RESULTS.md by more than 15 %.`)
      if (worse === 0 || isAccepted) writeFileSync(file, [textOf(rows, before), ...partsOf(kept()).sections].join('\n'))
      if (worse > 0 && !isAccepted) process.exitCode = 1
    },
  }
}

const isMet = ({ value, goal }: Result): boolean => value <= goal
const verdict = (row: Result): string => (isMet(row) ? 'met' : 'NOT met')
const shown = (value: number, unit: string): string => `${value.toFixed(unit === 'x' ? 2 : 1)}${unit}`
const goalOf = ({ goal, unit }: Result): string => `${goal}${unit}`

type Kept = { value: number; line: string }

/** What was measured now, and what was not as it stands there. */
const textOf = (rows: readonly Result[], before: ReadonlyMap<string, Kept>): string => {
  const lines = new Map([...before].map(([what, { line }]) => [what, line]))
  for (const row of rows) {
    const cells = [row.what, row.figures, shown(row.value, row.unit), goalOf(row), verdict(row)]
    lines.set(row.what, `| ${cells.join(' | ')} |`)
  }
  return `# How fast it is

Written by \`npm run bench\`. ${machine()}

A key is measured beside a program of hand-written escape codes, after 600 keys and in turn with it, 20 in each. It
scrolls the same rows and writes the same cells as ours, row by row, those of a preview or a detail too. Of what is opened
from the main lists, and of popups, all sizes are measured only by name: \`--only Person,Pages\`.

| what | figures | value | goal | |
| --- | --- | --- | --- | --- |
${[...lines.values()].join('\n')}
`
}

/** What stands in RESULTS.md, by what it is of. */
const valuesBefore = (): Map<string, Kept> => {
  // Behind the title, the machine and the head of the table.
  const lines = partsOf(kept())
    .main.split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  return new Map(
    lines.map((line) => {
      const [, what = '', , value = ''] = line.split('|').map((cell) => cell.trim())
      return [what, { value: Number.parseFloat(value), line }]
    }),
  )
}

/** The machine and the versions that figures are of. */
const machine = (): string => {
  const [cpu] = cpus()
  // Whose build of it it is says nothing of its speed.
  const kernel = release().split('.', 2).join('.')
  return `${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${kernel}, Node ${process.versions.node}.`
}

const kept = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The table of \`npm run bench\` and what stands above it, and the sections behind it. */
export const partsOf = (text: string): { main: string; sections: string[] } => {
  const [main = '', ...sections] = text.split(/^(?=## )/m)
  return { main, sections }
}

/** A table of its own in RESULTS.md. */
export type Section = {
  title: string
  /** The command that writes it. */
  by: string
  /** What else to know of how it was measured. */
  note: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Keeps the table in place of its last one; everything else in RESULTS.md stays. */
export const keepSection = (section: Section): void =>
  writeFileSync(
    file,
    withSection(kept(), section, `${machine()} Load ${(loadavg()[0] ?? 0).toFixed(1)} at the end, this included.`),
  )

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
