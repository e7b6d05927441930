import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { withFileLock } from '../../base/file-lock.ts'
import { assertOwnFolder, ForeignError } from '../../base/own-folder.ts'
import { type Config, configSchemaOf } from './config-schema.ts'
import { lineOfMember, placeOfFault } from './json-lines.ts'

const LARGEST_BYTES = 1_000_000

/**
 * What config.json says; nothing where there is none.
 *
 * @throws AppError of kind `usage` that names file, line and member, and never repeats what stands there, which may be a secret;
 * also where others can write to its folder.
 */
export const readConfig = (path: string): Config => parseConfig(readText(path), path)

/**
 * Changes config.json in whole or not at all, under a lock, and keeps what `change` leaves alone, members that nobody knows too. A
 * link stays one: what it leads to is changed.
 *
 * @throws AppError: `usage` where what stands there, or would stand there, is refused; `failed` where it cannot be written.
 */
export const changeConfig = (path: string, change: (config: Config) => void): void => {
  try {
    withFileLock(path, () => {
      const config = readConfig(path)
      change(config)
      const text = `${JSON.stringify(config, undefined, 2)}\n`
      parseConfig(text, path)
      const { target, mode } = whatIsThere(path)
      writeAtomicallySync(target, text, { mayReplace: true, mode })
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof ForeignError) throw new AppError('usage', `${path} was not changed, as ${error.message}.`)
    const { code = 'an error' } = error as NodeJS.ErrnoException
    const todo = code === 'EEXIST' ? 'another program is changing it: try again' : 'see that its folder is yours'
    throw new AppError('failed', `${path} was not changed (${code}): ${todo}.`, { cause: error })
  }
}

const whatIsThere = (path: string): { target: string; mode: number } => {
  try {
    const target = realpathSync(path)
    return { target, mode: statSync(target).mode & 0o777 }
  } catch {
    return { target: path, mode: 0o600 }
  }
}

const readText = (path: string): string => {
  try {
    const stats = statSync(path)
    // Reading a pipe would wait for a writer.
    if (!stats.isFile()) throw new AppError('usage', `${path} is not a file: move it away.`)
    if (stats.size > LARGEST_BYTES)
      throw new AppError('usage', `${path} is larger than ${LARGEST_BYTES} bytes: that is no configuration.`)
    const text = readFileSync(path, 'utf8')
    // It names programs to run and where keys are sent. People link to it, or to its folder, from elsewhere.
    assertOwnFolder(realpathSync(dirname(path)))
    assertOwnFolder(dirname(realpathSync(path)))
    return text
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof ForeignError) throw new AppError('usage', `${path} is not read, as ${error.message}.`)
    const { code = 'an error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return '{}'
    throw new AppError('usage', `${path} cannot be read (${code}): see that it is a file of yours.`, { cause: error })
  }
}

/** The members as they were written: zod's own answer would leave out some that have names of JavaScript. */
const parseConfig = (raw: string, path: string): Config => {
  const text = raw.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const sentence = `${path}, ${placeOfFault(text)}: this is not JSON, look for a comma, quote or bracket.`
    // No cause: the engine's own message holds a piece of the text.
    throw new AppError('usage', sentence)
  }
  const issue = configSchemaOf(value).safeParse(value).error?.issues[0]
  if (issue === undefined) return value as Config
  const member = issue.path.length === 0 ? 'the whole' : issue.path.map(String).join('.')
  throw new AppError('usage', `${path}, line ${lineOfMember(text, issue.path)}: ${member} ${complaintOf(issue)}.`)
}

type Issue = z.core.$ZodIssue

const complaintOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has a name that cannot be'
    case 'invalid_type':
      return `is missing or not what it has to be: write ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `is none of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`
    case 'too_small':
      return 'is empty: write at least one'
    default:
      return 'is not what it has to be: see qd profile schema'
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object, as in {"name": …}',
  record: 'an object, as in {"name": …}',
  array: 'a list, as in ["pass", "show", "qd"]',
  string: 'a text, as in "…"',
  boolean: 'true or false',
}
