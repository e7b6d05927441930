import { readFile, stat } from 'node:fs/promises'
import { type AppError, usageError } from '../../../base/errors.ts'
import { parseTeams } from '../../../domain/teams/parse-teams.ts'
import type { TeamRule } from '../../../domain/teams/teams.ts'
import { counted } from '../../../domain/text/format.ts'

/** A line for each of a million people. */
const MAX_SIZE_BYTES = 100_000_000
const MAX_PROBLEMS = 200

/**
 * Reads a file that a person wrote.
 *
 * @throws AppError of kind `usage` if it cannot be read.
 */
export const readWrittenFile = async (path: string): Promise<string> => {
  try {
    const stats = await stat(path)
    // Reading a pipe would block until a writer opens it.
    if (!stats.isFile()) throw usageError(`${path} is not a file: name another.`)
    if (stats.size > MAX_SIZE_BYTES) throw usageError(`${path} is larger than 100 MB: name another file.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code !== 'string') throw error
    throw usageError(`Can't read ${path} (${code}): check that it exists and that you may read it.`)
  }
}

/**
 * Reads a teams.csv.
 *
 * @throws AppError of kind `usage` that lists what is wrong, with line numbers.
 */
export const readTeamsFile = async (path: string): Promise<readonly TeamRule[]> => {
  const { rules, problems } = parseTeams(await readWrittenFile(path))
  if (problems.length === 0) return rules
  throw fileError(path, problems)
}

/** The error for the problems of a file, each with its line: a sentence with the first one, then all of them. */
export const fileError = (path: string, problems: readonly string[]): AppError => {
  const [first = 'unknown problem', ...others] = problems
  if (others.length === 0) return usageError(`${path}, ${first}.`)
  const rest = problems.length - MAX_PROBLEMS
  const shown = [...problems.slice(0, MAX_PROBLEMS), ...(rest > 0 ? [`and ${rest} more`] : [])]
  return usageError(`${path}, ${first}, and ${counted(others.length, 'more problem')}.`, { problems: shown })
}
