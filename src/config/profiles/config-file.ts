import { realpathSync, rmSync, statSync } from 'node:fs'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { withFileLock } from '../../base/file-lock.ts'
import { UntrustedPathError } from '../../base/own-folder.ts'
import { editedConfig } from './config-edit.ts'
import type { Config, KeyPlace, Profile } from './config-schema.ts'
import { readConfigText } from './config-text.ts'
import { type ConfigFile, includedMembers, mergeConfig } from './included-files.ts'
import { firstDifference, overridesFor } from './overrides.ts'
import { fileWith, type LoadedConfig, parseConfig } from './parse-config.ts'

/**
 * Reads config.json, which may have comments; empty if it does not exist.
 *
 * @throws AppError of kind `usage` that names the file, line and member but not its value, which may be a secret. Also
 * throws if other users can write to its folder.
 */
export const readConfig = (path: string): Config => {
  const text = readConfigText(path)
  return text === undefined ? {} : parseConfig(text, path).config
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
    const planned = plannedChange(path, change)
    write(path, planned)
    return planned
  })

/**
 * Checks that config.json can be changed like this.
 *
 * @throws AppError like {@link changeConfig}.
 */
export const checkConfigChange = (path: string, change: (config: Config) => void): void =>
  void plannedChange(path, change)

const plannedChange = (path: string, change: (config: Config) => void) => {
  const before = readConfigText(path)
  const old: LoadedConfig | undefined = before === undefined ? undefined : parseConfig(before, path)
  const { config = {}, own = {}, files: [, ...included] = [] } = old ?? {}
  const wanted = structuredCloneOf(config)
  change(wanted)
  const next = included.length === 0 ? wanted : overridesOver(included, { own, config, wanted }, path)
  const after = editedConfig(before ?? '', own, next)
  if (after === undefined)
    throw new AppError('failed', `${path} can't be changed without changing other members: edit it yourself.`)
  parseConfig(after, path)
  return { before, after }
}

type Wanted = { own: Config; config: Config; wanted: Config }

/** What config.json must contain for a change. @throws AppError if an included file must be changed instead. */
const overridesOver = (included: readonly ConfigFile[], { own, config, wanted }: Wanted, path: string): object => {
  const next = overridesFor(own, config, wanted)
  const at = firstDifference(mergeConfig(includedMembers(included), next), wanted)
  if (!at) return next
  const file = fileWith(included, at)
  throw new AppError(
    'usage',
    `${path} was not changed: ${at.join('.')} is set in ${file.path}, which it includes; change it there.`,
  )
}

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
