import { type TeamRule, UNASSIGNED } from './teams.ts'

/** The rules of a teams.csv, or everything that is wrong with it, each as `line 3: …`. */
export type ParsedTeams = { rules: readonly TeamRule[]; problems: readonly string[] }

const COLUMNS = ['email', 'team'] as const

/** Maximum length of an address and of a team's name. */
const MAX_LENGTH = 320

/** Parses a teams.csv: a heading `email,team`, quotes as in RFC 4180, and comment lines that start with `#`. */
export const parseTeams = (text: string): ParsedTeams => {
  const problems: string[] = []
  const report = (line: number, problem: string): void => {
    problems.push(`line ${line}: ${problem}`)
  }
  const [heading, ...rows] = readRecords(text, report)
  if (heading === undefined) return { rules: [], problems: ['line 1: the heading email,team is missing'] }
  const names = heading.cells.map((cell) => cell.trim().toLowerCase())
  for (const name of names)
    if (!COLUMNS.some((column) => column === name)) report(heading.line, `unknown column ${shown(name)}`)
  for (const column of COLUMNS) {
    const count = names.filter((name) => name === column).length
    if (count !== 1) report(heading.line, `column ${column} ${count === 0 ? 'is missing' : 'is given more than once'}`)
  }
  if (problems.length > 0) return { rules: [], problems }
  const rules: TeamRule[] = []
  const lines = new Map<string, number>()
  for (const { line, cells } of rows) {
    const [email = '', team = ''] = COLUMNS.map((column) => cells[names.indexOf(column)]?.trim())
    if (cells.length > names.length) report(line, `${cells.length} fields instead of ${names.length}`)
    const first = lines.get(email.toLowerCase())
    const problem = emailProblem(email)
    if (problem !== undefined) report(line, problem)
    else if (first === undefined) lines.set(email.toLowerCase(), line)
    else report(line, `${shown(email)} is already in line ${first}`)
    const wrong = teamProblem(team)
    if (wrong !== undefined) report(line, wrong)
    rules.push({ email, team })
  }
  return problems.length > 0 ? { rules: [], problems } : { rules, problems }
}

const emailProblem = (email: string): string | undefined => {
  if (email === '') return 'the e-mail address is missing'
  if (email.length > MAX_LENGTH) return `the e-mail address has more than ${MAX_LENGTH} characters`
  return /[@*]/.test(email) ? undefined : `${shown(email)} is neither an e-mail address nor a pattern with *`
}

const teamProblem = (team: string): string | undefined => {
  if (team === '') return 'the team is missing'
  if (team.length > MAX_LENGTH) return `the team has more than ${MAX_LENGTH} characters`
  if (team.split('/').some((step) => step.trim() !== step || step === ''))
    return `the team ${shown(team)} has an empty part, or spaces around /`
  return team.toLowerCase() === UNASSIGNED ? `the team must not be named ${UNASSIGNED}` : undefined
}

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)

type CsvRecord = { line: number; cells: string[] }

/** A field in quotes, in which `""` is a quote, or one without quotes; and the separator after it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y

/** The records of a CSV text without empty lines and comments. A wrong quote ends the reading. */
const readRecords = (text: string, report: (line: number, problem: string) => void): CsvRecord[] => {
  const records: CsvRecord[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  let line = 1
  while (at < text.length) {
    const end = text.slice(at).search(/\r|\n|$/) + at
    if (text[at] === '#' || text.slice(at, end).trim() === '') {
      at = end + (text.startsWith('\r\n', end) ? 2 : 1)
      line++
      continue
    }
    const record: CsvRecord = { line, cells: [] }
    for (let separator = ','; separator === ','; ) {
      FIELD.lastIndex = at
      const [whole, quoted, plain = '', next = ''] = FIELD.exec(text) ?? []
      if (whole === undefined) {
        report(line, 'a quote is not closed, or stands inside of a field without quotes')
        return records
      }
      record.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
      line += whole.match(/\r\n|\r|\n/g)?.length ?? 0
      at += whole.length
      separator = next
    }
    records.push(record)
  }
  return records
}
