import { realpathSync, rmSync, statSync } from 'node:fs'
import { type Node, type ParseError, parse } from 'jsonc-parser'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { withFileLock } from '../../base/file-lock.ts'
import { parseJsonTree, withoutComments } from '../../base/json-edit.ts'
import { UntrustedPathError } from '../../base/own-folder.ts'
import { editedConfig } from './config-edit.ts'
import type { Config, KeyPlace, Profile } from './config-schema.ts'
import { configProblems, readConfigText, withoutMark } from './plain-config.ts'

/**
 * Reads config.json, which may have comments; empty if it does not exist.
 *
 * @throws AppError of kind `usage` that names the file, line and member but not its value, which may be a secret. Also
 * throws if other users can write to its folder.
 */
export const readConfig = (path: string): Config => {
  const text = readConfigText(path)
  return text === undefined ? {} : parseConfig(text, path)
}

/** The text of config.json before and after a change; undefined if it did not exist. */
export type ConfigChange = { before: string | undefined; after: string | undefined }

/**
 * Changes config.json atomically, under a lock. Keeps comments, order, indentation and members that `change` does not
 * touch, including unknown ones. If the file is a symbolic link, changes its target.
 *
 * @throws AppError: `usage` if the old or the new content is invalid; `failed` if it cannot be written, or if another
 * program has changed it in the meantime.
 */
export const changeConfig = (path: string, change: (config: Config) => void): ConfigChange =>
  whileLocked(path, () => {
    const before = readConfigText(path)
    const old = before === undefined ? {} : parseConfig(before, path)
    const config = structuredCloneOf(old)
    change(config)
    const after = editedConfig(before ?? '', old, config)
    if (after === undefined)
      throw new AppError('failed', `${path} can't be changed without changing other members: edit it yourself.`)
    parseConfig(after, path)
    write(path, { before, after })
    return { before, after }
  })

/**
 * Takes a change of config.json back.
 *
 * @throws AppError like {@link changeConfig}; `failed` if the file has changed since.
 */
export const undoConfigChange = (path: string, { before, after }: ConfigChange): void =>
  whileLocked(path, () => write(path, { before: after, after: before }))

const whileLocked = <Result>(path: string, act: () => Result): Result => {
  try {
    return withFileLock(path, act)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof UntrustedPathError) throw new AppError('usage', `${path} was not changed: ${error.message}.`)
    const { code = 'an error' } = error as NodeJS.ErrnoException
    const todo = code === 'EEXIST' ? 'another program is changing it; try again' : 'check that you own its folder'
    throw new AppError('failed', `${path} was not changed (${code}): ${todo}.`, { cause: error })
  }
}

/** Members with names such as `__proto__` stay. */
const structuredCloneOf = (config: Config): Config => JSON.parse(JSON.stringify(config)) as Config

/** Editors do not take our lock, so check last that the file still has the expected text. */
const write = (path: string, { before, after }: ConfigChange): void => {
  const { target, mode } = existingFile(path)
  if (readConfigText(path) !== before)
    throw new AppError('failed', `${path} was changed by another program, so nothing was written.`)
  if (after === undefined) rmSync(target, { force: true })
  else if (after !== before) writeAtomicallySync(target, after, { mayReplace: true, mode })
}

const existingFile = (path: string): { target: string; mode: number } => {
  try {
    const target = realpathSync(path)
    return { target, mode: statSync(target).mode & 0o777 }
  } catch {
    return { target: path, mode: 0o600 }
  }
}

/** Returns the members as written, because zod's copy would drop some with names such as `__proto__`. */
const parseConfig = (raw: string, path: string): Config => {
  const text = withoutMark(raw)
  const value = parseJson(text, path)
  const problems = configProblems(value)
  if (problems.length === 0) return value as Config
  const lines = problems
    .map((fault) => ({ ...fault, line: lineOfMember(text, fault.path) }))
    .sort((a, b) => a.line - b.line)
    .map(({ path: at, problem, line }) => `line ${line}: ${at.map(String).join('.') || 'the file'} ${problem}`)
  const rest = lines.length > MAX_SHOWN_PROBLEMS ? `; and ${lines.length - MAX_SHOWN_PROBLEMS} more` : ''
  throw new AppError('usage', `${path}, ${lines.slice(0, MAX_SHOWN_PROBLEMS).join('; ')}${rest}.`)
}

const MAX_SHOWN_PROBLEMS = 10

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(withoutComments(text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const sentence = `${path}, ${syntaxErrorPosition(text)}: invalid JSON; check commas, quotes and brackets.`
    // No cause: the engine's message contains part of the text.
    throw new AppError('usage', sentence)
  }
}

/**
 * The line of a member in a JSON text, counted from 1. For a missing member, the line of the nearest enclosing object
 * or list. For duplicate members the last one counts, as in JSON.parse.
 *
 * @param text - Valid JSON, which may have comments.
 */
export const lineOfMember = (text: string, path: readonly PropertyKey[]): number => {
  let place = parseJsonTree(text)
  let value: Node | undefined = place
  for (const key of path) {
    const child: Node | undefined =
      value?.type === 'array'
        ? value.children?.[Number(key)]
        : value?.children?.findLast(({ children }) => children?.[0]?.value === key)
    if (!child) break
    place = child
    value = child.type === 'property' ? child.children?.[1] : child
  }
  return text.slice(0, place.offset).split('\n').length
}

/** The position of a syntax error, as `line 3, column 5`, both counted from 1. */
export const syntaxErrorPosition = (text: string): string => {
  const errors: ParseError[] = []
  parse(text, errors)
  const lines = text.slice(0, Math.min(errors[0]?.offset ?? text.length, text.trimEnd().length)).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

export type ProfileFields = {
  baseUrl: string
  /** @default baseUrl */
  appUrl?: string | undefined
  /** A command that prints the key, with its arguments. */
  helper?: string[] | undefined
  /** Address of the team's server. @default none */
  historyUrl?: string | undefined
  /** A command that prints the key of the team's server, with its arguments. */
  historyHelper?: string[] | undefined
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
  const { baseUrl, appUrl, helper, historyUrl, historyHelper, keyIn, isReadOnly } = fields
  let isChosen = false
  changeConfig(path, (config) => {
    const others: Partial<Profile> = { ...config.profiles?.[name] }
    for (const member of ['appUrl', 'helper', 'historyUrl', 'historyHelper', 'readOnly']) delete others[member]
    const profile = {
      ...others,
      baseUrl,
      ...(appUrl !== undefined && { appUrl }),
      ...(helper && { helper }),
      ...(historyUrl !== undefined && { historyUrl }),
      ...(historyHelper && { historyHelper }),
      ...(keyIn && { keyIn }),
      ...(isReadOnly && { readOnly: true }),
    }
    config.profiles = { ...config.profiles, [name]: profile }
    config.profile ??= name
    isChosen = config.profile === name
  })
  return isChosen
}
