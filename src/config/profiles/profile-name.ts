import { AppError } from '../../base/errors.ts'
import { safeFileName } from '../../domain/text/safe-file-name.ts'

/** The built-in profile of the demo organisation. */
export const DEMO_PROFILE = 'demo'

/** Also valid in the regular expression dialect of JSON Schema. */
export const PROFILE_NAME_PATTERN = '^[a-z0-9][a-z0-9._-]{0,62}$'

/**
 * Why a text cannot name a profile, as the end of a sentence; undefined if it can. The name is also the name of a key
 * file, so names are in lower case.
 */
export const profileNameProblem = (name: string): string | undefined => {
  if (!new RegExp(PROFILE_NAME_PATTERN).test(name))
    return 'must have up to 63 lower-case letters, digits, ".", "_" and "-", and start with a letter or digit'
  if (name === DEMO_PROFILE) return 'is the name of the demo profile; choose another'
  if (safeFileName(name) !== name) return "can't be a file name on all systems; choose another"
  return undefined
}

/** @throws AppError of kind `usage` with the message of {@link profileNameProblem}. */
export const parseProfileName = (name: string): string => {
  const problem = profileNameProblem(name)
  if (problem !== undefined) throw new AppError('usage', `"${name}" ${problem}.`)
  return name
}
