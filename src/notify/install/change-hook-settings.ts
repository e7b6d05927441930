import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { fileProblem } from '../../base/file-problem.ts'
import { maskSettings, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import { unifiedText } from '../../domain/settings-diff/unified-text.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { type HookChange, type HookSettings, parseHookSettings } from './hook-settings.ts'
import { HookSettingsError } from './json-edit.ts'

const LARGEST_BYTES = 4_000_000

/** What a change of a file of settings would be, and how to make it. */
export type HookSettingsChange = {
  /** The file that would be written: where a link leads to. */
  path: string
  before: HookSettings
  /** Why the change may have no effect, as sentences. */
  warnings: readonly string[]
  /** In the unified format, secrets masked; empty where nothing would change. */
  difference: string
  /** @throws AppError of kind `failed`, also where the file has changed meanwhile. */
  write: () => void
}

/**
 * Looks at what a change would make of a file of the agent's settings. One that is not there is an empty one; a link stays a link.
 *
 * @throws AppError of kind `usage` where it cannot be read, is no such file, or is a link that leads nowhere.
 */
export const hookSettingsChange = (link: string, change: HookChange): HookSettingsChange => {
  const path = realPathOf(link)
  const text = readText(path)
  try {
    const next = change(text)
    const before = parseHookSettings(text)
    const name = safeText(path)
    const hash = secretHash()
    const masked = [text, next].map((each) => maskSettings(parseHookSettings(each), hash))
    const difference = next === text ? '' : unifiedText(masked[0], masked[1], { before: name, after: name })
    return { path, before, warnings: warningsOf(link), difference, write: () => write(path, text, next) }
  } catch (error) {
    if (error instanceof HookSettingsError) throw new AppError('usage', `${path} ${error.message}.`)
    if (error instanceof RangeError) throw new AppError('usage', `${path} is nested too deeply to be changed.`)
    throw error
  }
}

/** Newer agents read `hooks.json` where it is there, and `settings.json` beside it only where it is not. */
const warningsOf = (path: string): string[] => {
  const hooks = join(dirname(path), 'hooks.json')
  const settings = join(dirname(path), 'settings.json')
  const name = basename(path)
  if (name === 'settings.json' && existsSync(hooks))
    return [`Newer agents read hooks from ${hooks} only: what ${path} says of them has no effect there.`]
  if (name === 'hooks.json' && !existsSync(path) && existsSync(settings))
    return [`Newer agents read no hooks from ${settings} once ${path} is there: move those that it has.`]
  return []
}

/** For this one comparison: nothing of it is kept. */
const secretHash = (): SecretHash => {
  const key = randomBytes(32)
  return (secret) => createHmac('sha256', key).update(secret).digest('base64url')
}

const cannotRead = (path: string, error: unknown): AppError => {
  const { code } = error as NodeJS.ErrnoException
  return new AppError('usage', `${path} cannot be read (${code}): see that it is a file of yours.`, { cause: error })
}

const realPathOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw cannotRead(path, error)
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
    const target = readlinkSync(path)
    throw new AppError('usage', `${path} is a link to ${target}, where there is no file: make it, or remove the link.`)
  }
}

const readText = (path: string): string => {
  let bytes: Uint8Array
  try {
    if (!statSync(path).isFile()) throw new AppError('usage', `${path} is no file: name the one with the settings.`)
    if (statSync(path).size > LARGEST_BYTES) throw new AppError('usage', `${path} is too large for settings.`)
    bytes = readFileSync(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw cannotRead(path, error)
  }
  try {
    // Other bytes would not be written back as they were.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new AppError('usage', `${path} is not UTF-8 text: save it as such and try again.`)
  }
}

const write = (path: string, before: string, after: string): void => {
  if (readText(path) !== before) throw changedMeanwhile(path)
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    // A new file must not replace one, nor a link, that has come meanwhile.
    const isNew = mode === undefined
    if (!writeAtomicallySync(path, after, { mayReplace: !isNew, mode: isNew ? 0o600 : mode & 0o777 }))
      throw changedMeanwhile(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('failed', `${path} was not written: ${fileProblem(error)}.`, { cause: error })
  }
}

const changedMeanwhile = (path: string): AppError => new AppError('failed', `${path} has changed meanwhile: try again.`)
