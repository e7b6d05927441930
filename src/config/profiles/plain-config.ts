import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { assertOwnFolder, UntrustedPathError } from '../../base/own-folder.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'
import { CONFIG_MEMBERS, type Config, configSchemaOf, PROFILE_MEMBERS } from './config-schema.ts'

const MAX_SIZE_BYTES = 1_000_000

/**
 * Reads config.json if it is valid JSON without comments, as most are; otherwise undefined. It does not load the parser
 * for comments and positions, so that the first frame need not wait for it.
 *
 * @throws AppError as {@link readConfigText} does.
 */
export const readPlainConfig = (path: string): Config | undefined => {
  const text = readConfigText(path)
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(withoutMark(text))
    return configProblems(value).length === 0 ? (value as Config) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The text without a byte order mark. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '')

/**
 * The text of config.json; undefined if it does not exist.
 *
 * @throws AppError of kind `usage` if it cannot be read, or if other users can write to its folder.
 */
export const readConfigText = (path: string): string | undefined => {
  try {
    const stats = statSync(path)
    // Reading a pipe would block until a writer opens it.
    if (!stats.isFile()) throw new AppError('usage', `${path} is not a file: rename or remove it.`)
    if (stats.size > MAX_SIZE_BYTES)
      throw new AppError('usage', `${path} is larger than ${MAX_SIZE_BYTES} bytes, too large for a configuration.`)
    const text = readFileSync(path, 'utf8')
    // The file names programs to run and addresses that receive keys. The file or its folder may be a link, so check
    // both real folders.
    assertOwnFolder(realpathSync(dirname(path)))
    assertOwnFolder(dirname(realpathSync(path)))
    return text
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof UntrustedPathError) throw new AppError('usage', `${path} is not trusted: ${error.message}.`)
    const { code = 'an error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new AppError('usage', `${path} cannot be read (${code}): check that you own it.`, { cause: error })
  }
}

/** A problem of the member at this path, as the end of a sentence. */
type Problem = { path: PropertyKey[]; problem: string }

/** What is wrong with the members of a configuration. */
export const configProblems = (value: unknown): Problem[] => {
  const issues = configSchemaOf(value).safeParse(value).error?.issues ?? []
  return [...issues.map((issue) => ({ path: issue.path, problem: problemOf(issue) })), ...misspelledMembers(value)]
}

/** Unknown members are allowed, because newer versions may add some. A name similar to a known one is an error. */
const misspelledMembers = (value: unknown): Problem[] => {
  if (!isObject(value)) return []
  const profiles = isObject(value.profiles) ? Object.entries(value.profiles) : []
  const objects: [path: string[], members: unknown, known: readonly string[]][] = [
    [[], value, CONFIG_MEMBERS],
    ...profiles.map(([name, settings]): [string[], unknown, readonly string[]] => [
      ['profiles', name],
      settings,
      PROFILE_MEMBERS,
    ]),
  ]
  return objects.flatMap(([path, members, known]) =>
    Object.keys(isObject(members) ? members : {}).flatMap((name) => {
      const nearest = known.includes(name) ? undefined : nearestWord(name, known)
      return nearest === undefined ? [] : [{ path: [...path, name], problem: `is an unknown member; use ${nearest}` }]
    }),
  )
}

type Issue = z.core.$ZodIssue

/** What is wrong with a member, as the end of a sentence. */
export const problemOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has an invalid name'
    case 'invalid_type':
      return `is missing or invalid; it must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'unrecognized_keys':
      return `has the unknown member ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
    case 'invalid_value':
      return `must be one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`
    case 'too_small':
      return 'must not be empty'
    default:
      return 'is invalid; see qd profile schema'
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object, as in {"name": …}',
  record: 'an object, as in {"name": …}',
  array: 'a list, as in ["pass", "show", "qd"]',
  string: 'a string, as in "…"',
  number: 'a number',
  boolean: 'true or false',
}
