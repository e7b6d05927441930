import { changeConfig } from './config-file.ts'
import type { KeyPlace } from './config-schema.ts'

export type ProfileFields = {
  baseUrl: string
  /** @default baseUrl */
  appUrl?: string | undefined
  /** The words of a command that prints the key. */
  helper?: string[] | undefined
  /** Where its key is kept. @default as it was, else wherever it is found */
  keyIn?: KeyPlace | undefined
  isReadOnly: boolean
}

/**
 * Adds a profile to config.json, or replaces one of that name, of which what nobody knows stays. The first one is chosen at once.
 *
 * @returns Whether it is the chosen one.
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
