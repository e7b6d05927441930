import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { writeAtomicallySync } from '../../base/atomic-file.ts'
import { AppError } from '../../base/errors.ts'
import { fileComplaint } from '../../base/file-complaint.ts'
import { maskSettings, type SecretHash } from '../../domain/secrets/mask-settings.ts'
import { unifiedText } from '../../domain/settings-diff/unified-text.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { type HookSettings, HookSettingsError, hookSettingsText, parseHookSettings } from './hook-settings.ts'

const LARGEST_BYTES = 4_000_000

/** What a change of a file of settings would be, and how to make it. */
export type HookSettingsChange = {
  before: HookSettings
  /** In the unified format, secrets masked; empty where nothing would change. */
  difference: string
  /** @throws AppError of kind `failed`, also where the file has changed meanwhile. */
  write: () => void
}

/**
 * Looks at what a change would make of a file of the agent's settings. One that is not there is an empty one; a link stays a link.
 *
 * @throws AppError of kind `usage` where it cannot be read or is no such file.
 */
export const hookSettingsChange = (
  path: string,
  change: (settings: HookSettings) => HookSettings,
): HookSettingsChange => {
  const text = readText(path)
  try {
    const before = parseHookSettings(text)
    const after = change(before)
    const name = safeText(path)
    const hash = secretHash()
    const difference = unifiedText(maskSettings(before, hash), maskSettings(after, hash), { before: name, after: name })
    return { before, difference, write: () => write(path, text, hookSettingsText(after, text)) }
  } catch (error) {
    if (error instanceof HookSettingsError) throw new AppError('usage', `${path} ${error.message}.`)
    throw error
  }
}

/** For this one comparison: nothing of it is kept. */
const secretHash = (): SecretHash => {
  const key = randomBytes(32)
  return (secret) => createHmac('sha256', key).update(secret).digest('base64url')
}

const readText = (path: string): string => {
  try {
    if (!statSync(path).isFile()) throw new AppError('usage', `${path} is no file: name the one with the settings.`)
    if (statSync(path).size > LARGEST_BYTES) throw new AppError('usage', `${path} is too large for settings.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ''
    throw new AppError('usage', `${path} cannot be read (${code}): see that it is a file of yours.`, { cause: error })
  }
}

const write = (path: string, before: string, after: string): void => {
  if (readText(path) !== before) throw new AppError('failed', `${path} has changed meanwhile: try again.`)
  try {
    const there = before === '' && !exists(path) ? undefined : realpathSync(path)
    const mode = there === undefined ? 0o600 : statSync(there).mode & 0o777
    writeAtomicallySync(there ?? path, after, { mayReplace: true, mode })
  } catch (error) {
    throw new AppError('failed', `${path} was not written: ${fileComplaint(error)}.`, { cause: error })
  }
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
