import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Node, type ParseError, parse, parseTree } from 'jsonc-parser'
import type { z } from 'zod'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { withFileLock } from '../../base/file-lock.ts'
import { isObject } from '../../base/json.ts'
import { assertOwnFolder, UntrustedPathError } from '../../base/own-folder.ts'
import { nearestWord } from '../../domain/text/fuzzy.ts'
import { CONFIG_MEMBERS, type Config, configSchemaOf, type KeyPlace, PROFILE_MEMBERS } from './config-schema.ts'

const MAX_SIZE_BYTES = 1_000_000

/**
 * Reads config.json; empty if it does not exist.
 *
 * @throws AppError of kind `usage` that names the file, line and member but not its value, which may be a secret. Also
 * throws if other users can write to its folder.
 */
export const readConfig = (path: string): Config => parseConfig(readText(path), path)

/**
 * Changes config.json atomically, under a lock. Keeps members that `change` does not touch, including unknown ones. If
 * the file is a symbolic link, changes its target.
 *
 * @throws AppError: `usage` if the old or the new content is invalid; `failed` if it cannot be written.
 */
export const changeConfig = (path: string, change: (config: Config) => void): void => {
  try {
    withFileLock(path, () => {
      const config = readConfig(path)
      change(config)
      const text = `${JSON.stringify(config, undefined, 2)}\n`
      parseConfig(text, path)
      const { target, mode } = existingFile(path)
      writeAtomicallySync(target, text, { mayReplace: true, mode })
    })
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof UntrustedPathError) throw new AppError('usage', `${path} was not changed: ${error.message}.`)
    const { code = 'an error' } = error as NodeJS.ErrnoException
    const todo = code === 'EEXIST' ? 'another program is changing it; try again' : 'check that you own its folder'
    throw new AppError('failed', `${path} was not changed (${code}): ${todo}.`, { cause: error })
  }
}

const existingFile = (path: string): { target: string; mode: number } => {
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
    if (code === 'ENOENT') return '{}'
    throw new AppError('usage', `${path} cannot be read (${code}): check that you own it.`, { cause: error })
  }
}

/** Returns the members as written, because zod's copy would drop some with names such as `__proto__`. */
const parseConfig = (raw: string, path: string): Config => {
  const text = raw.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const sentence = `${path}, ${syntaxErrorPosition(text)}: invalid JSON; check commas, quotes and brackets.`
    // No cause: the engine's message contains part of the text.
    throw new AppError('usage', sentence)
  }
  const issues = configSchemaOf(value).safeParse(value).error?.issues ?? []
  const problems = [
    ...issues.map((issue) => ({ path: issue.path, problem: problemOf(issue) })),
    ...misspelledMembers(value),
  ]
  if (problems.length === 0) return value as Config
  const lines = problems
    .map((fault) => ({ ...fault, line: lineOfMember(text, fault.path) }))
    .sort((a, b) => a.line - b.line)
    .map(({ path: at, problem, line }) => `line ${line}: ${at.map(String).join('.') || 'the file'} ${problem}`)
  const rest = lines.length > MAX_SHOWN_PROBLEMS ? `; and ${lines.length - MAX_SHOWN_PROBLEMS} more` : ''
  throw new AppError('usage', `${path}, ${lines.slice(0, MAX_SHOWN_PROBLEMS).join('; ')}${rest}.`)
}

const MAX_SHOWN_PROBLEMS = 10

/** Unknown members are allowed, because newer versions may add some. A name similar to a known one is an error. */
const misspelledMembers = (value: unknown): { path: string[]; problem: string }[] => {
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

const problemOf = (issue: Issue): string => {
  switch (issue.code) {
    case 'custom':
      return issue.message
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'has an invalid name'
    case 'invalid_type':
      return `is missing or invalid; it must be ${KINDS[issue.expected] ?? issue.expected}`
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
  boolean: 'true or false',
}

/**
 * The line of a member in a JSON text, counted from 1. For a missing member, the line of the nearest enclosing object
 * or list. For duplicate members the last one counts, as in JSON.parse.
 *
 * @param text - Valid JSON.
 */
export const lineOfMember = (text: string, path: readonly PropertyKey[]): number => {
  let place = parseTree(text)
  let value = place
  for (const key of path) {
    const child: Node | undefined =
      value?.type === 'array'
        ? value.children?.[Number(key)]
        : value?.children?.findLast(({ children }) => children?.[0]?.value === key)
    if (!child) break
    place = child
    value = child.type === 'property' ? child.children?.[1] : child
  }
  return text.slice(0, place?.offset).split('\n').length
}

/** The position of a syntax error, as `line 3, column 5`, both counted from 1. */
export const syntaxErrorPosition = (text: string): string => {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const lines = text.slice(0, Math.min(errors[0]?.offset ?? text.length, text.trimEnd().length)).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

export type ProfileFields = {
  baseUrl: string
  /** @default baseUrl */
  appUrl?: string | undefined
  /** A command that prints the key, with its arguments. */
  helper?: string[] | undefined
  /** Where its key is stored. @default unchanged, or else searched in both places */
  keyIn?: KeyPlace | undefined
  isReadOnly: boolean
}

/**
 * Adds a profile to config.json, or replaces one of that name but keeps its unknown members. The first profile becomes
 * the selected one.
 *
 * @returns Whether it is the selected profile.
 * @throws AppError as {@link changeConfig} does.
 */
export const putProfile = (path: string, name: string, fields: ProfileFields): boolean => {
  const { baseUrl, appUrl, helper, keyIn, isReadOnly } = fields
  let isChosen = false
  changeConfig(path, (config) => {
    const { appUrl: _, helper: __, readOnly: ___, ...others } = config.profiles?.[name] ?? {}
    const profile = {
      ...others,
      baseUrl,
      ...(appUrl !== undefined && { appUrl }),
      ...(helper && { helper }),
      ...(keyIn && { keyIn }),
      ...(isReadOnly && { readOnly: true }),
    }
    config.profiles = { ...config.profiles, [name]: profile }
    config.profile ??= name
    isChosen = config.profile === name
  })
  return isChosen
}
