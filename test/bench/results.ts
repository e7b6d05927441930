/** Says figures beside their goals, and keeps them in RESULTS.md, beside which the next ones are judged. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
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
const LEAST = 0.05

/**
 * Whether a figure is worse than the last time by so much that it is no chance.
 *
 * @param last - Its value the last time. @default it is new, and no regression
 */
export const isRegression = ({ value, isSteady }: Pick<Result, 'value' | 'isSteady'>, last?: number): boolean =>
  isSteady && last !== undefined && value > last * REGRESSION && value - last > LEAST

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
      if (worse === 0 || isAccepted) writeFileSync(file, textOf(rows, before))
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
  const [cpu] = cpus()
  // Whose build of it it is says nothing of its speed.
  const kernel = release().split('.', 2).join('.')
  const lines = new Map([...before].map(([what, { line }]) => [what, line]))
  for (const row of rows) {
    const cells = [row.what, row.figures, shown(row.value, row.unit), goalOf(row), verdict(row)]
    lines.set(row.what, `| ${cells.join(' | ')} |`)
  }
  return `# How fast it is

Written by \`npm run bench\`. ${cpus().length} x ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${kernel}, Node ${process.versions.node}.

| what | figures | value | goal | |
| --- | --- | --- | --- | --- |
${[...lines.values()].join('\n')}
`
}

/** What stands in RESULTS.md, by what it is of. */
const valuesBefore = (): Map<string, Kept> => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // Behind the title, the machine and the head of the table.
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  return new Map(
    lines.map((line) => {
      const [, what = '', , value = ''] = line.split('|').map((cell) => cell.trim())
      return [what, { value: Number.parseFloat(value), line }]
    }),
  )
}
