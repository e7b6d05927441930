import { createHmac, randomBytes } from 'node:crypto'
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { fileProblem } from '../../base/file-problem.ts'
import { maskSettings, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import { unifiedText } from '../../domain/settings-diff/unified-text.ts'
import { safeText } from '../../domain/text/safe-text.ts'

const MAX_BYTES = 4_000_000

/** Why a settings file cannot be changed, as the end of a sentence. */
export class SettingsFileError extends Error {
  override name = 'SettingsFileError'
}

/** A change of a settings file of another program that is not written yet. */
export type SettingsFileChange = {
  /** The file to write: the target of a symbolic link. */
  path: string
  before: Record<string, unknown>
  /** A unified diff with secrets masked; empty if nothing changes. */
  difference: string
  /** @throws AppError of kind `failed`, for example if the file has changed in the meantime. */
  write: () => void
}

/**
 * Prepares a change of a settings file in JSON. A missing file counts as empty. A symbolic link stays a link.
 *
 * @param change - Returns the new text. @throws SettingsFileError.
 * @param parse - Parses a text. @throws SettingsFileError.
 * @throws AppError of kind `usage` if the path cannot be read, is not a settings file, or is a broken link.
 */
export const settingsFileChange = (
  link: string,
  change: (text: string) => string,
  parse: (text: string) => Record<string, unknown>,
): SettingsFileChange => {
  const path = realPathOf(link)
  const text = readText(path)
  try {
    const next = change(text)
    const before = parse(text)
    const name = safeText(path)
    const hash = secretHash()
    const masked = [text, next].map((each) => maskSettings(parse(each), hash))
    const difference = next === text ? '' : unifiedText(masked[0], masked[1], { before: name, after: name })
    return { path, before, difference, write: () => write(path, text, next) }
  } catch (error) {
    if (error instanceof SettingsFileError) throw new AppError('usage', `${path} ${error.message}.`)
    if (error instanceof RangeError) throw new AppError('usage', `${path} is nested too deeply to be changed.`)
    throw error
  }
}

/** A hash with a random key, for this one comparison. */
const secretHash = (): SecretHash => {
  const key = randomBytes(32)
  return (secret) => createHmac('sha256', key).update(secret).digest('base64url')
}

const cannotRead = (path: string, error: unknown): AppError => {
  const { code } = error as NodeJS.ErrnoException
  return new AppError('usage', `Can't read ${path} (${code}). Check that you own it.`, { cause: error })
}

const realPathOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw cannotRead(path, error)
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
    const target = readlinkSync(path)
    throw new AppError('usage', `${path} links to ${target}, which does not exist. Create it or remove the link.`)
  }
}

const readText = (path: string): string => {
  let bytes: Uint8Array
  try {
    if (!statSync(path).isFile()) throw new AppError('usage', `${path} is not a file. Specify the settings file.`)
    if (statSync(path).size > MAX_BYTES) throw new AppError('usage', `${path} is too large for settings.`)
    bytes = readFileSync(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw cannotRead(path, error)
  }
  try {
    // Invalid UTF-8 would not be written back unchanged.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new AppError('usage', `${path} is not UTF-8 text: save it as such and try again.`)
  }
}

const write = (path: string, before: string, after: string): void => {
  if (readText(path) !== before) throw changedMeanwhile(path)
  try {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    // A new file must not replace a file or link that was created in the meantime.
    const isNew = mode === undefined
    if (!writeAtomicallySync(path, after, { mayReplace: !isNew, mode: isNew ? 0o600 : mode & 0o777 }))
      throw changedMeanwhile(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('failed', `${path} was not written: ${fileProblem(error)}.`, { cause: error })
  }
}

const changedMeanwhile = (path: string): AppError =>
  new AppError('failed', `${path} was changed by another program. Try again.`)
