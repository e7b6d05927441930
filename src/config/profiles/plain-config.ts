import type { z } from 'zod'
import { type Config, configSchemaOf } from './config-schema.ts'
import { type Problem, readConfigFiles } from './included-files.ts'
import { unknownMembers } from './unknown-members.ts'

/** A configuration, and whether it has members without an effect. */
export type PlainConfig = { config: Config; hasUnknown: boolean }

/**
 * Reads config.json and the files that it includes if all are valid JSON without comments, as most are; otherwise
 * undefined. It does not load the parser for comments and positions, so that the first frame need not wait for it.
 *
 * @throws AppError as `readConfigText` does.
 */
export const readPlainConfig = (path: string): PlainConfig | undefined => {
  try {
    const read = readConfigFiles(path, JSON.parse)
    if (!read) return { config: {}, hasUnknown: false }
    if (read.problems.length > 0 || configProblems(read.value).length > 0) return undefined
    return { config: read.value as Config, hasUnknown: read.files.some(({ value }) => unknownIn(value).length > 0) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** What is wrong with the members of a configuration. */
export const configProblems = (value: unknown): Problem[] =>
  (configSchemaOf(value).safeParse(value).error?.issues ?? []).map((issue) => ({
    path: issue.path,
    problem: problemOf(issue),
  }))

/** The unknown members of a configuration. */
export const unknownIn = (value: unknown): Problem[] => unknownMembers(configSchemaOf(value), value)

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
      if (issue.origin !== 'number' && issue.origin !== 'int') return 'must not be empty'
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
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
