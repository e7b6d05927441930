import { keepSection } from './results.ts'

/** A maximum, and what it belongs to. */
type Goal = { of: string; value: number; goal: number; unit?: string }

/**
 * Prints figures of a team's database as they come. RESULTS.md has all of them after each, because a run takes long and
 * may end early.
 *
 * @param note How they were measured.
 */
export const createTeamReport = (note: string) => {
  const lines: string[][] = []
  /** @param rows Rows of users in the database. */
  return (database: string, rows: number, what: string, figures: string, ...goals: Goal[]): void => {
    const verdicts = goals.map(({ of, value, goal, unit = '' }) => {
      const shown = value < 0.1 ? value.toPrecision(2) : value.toFixed(2)
      return `${shown}${unit} ${of}, goal ${goal}${unit} ${value <= goal ? 'met' : 'NOT met'}`
    })
    const line = [database, rows.toLocaleString('en'), what, figures, verdicts.join('; ')]
    lines.push(line)
    console.log(line.filter((cell) => cell !== '').join('   '))
    keepSection({
      title: 'A team’s database',
      by: 'npm run bench -- --team',
      note,
      heads: ['database', 'rows of users', 'what', 'figures', 'goal'],
      rows: lines,
    })
  }
}
