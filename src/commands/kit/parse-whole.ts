import { AppError } from '../../base/errors.ts'

/**
 * A whole number between two bounds, both included; undefined for an option that was left out. Throws an AppError of
 * kind `usage` on anything else.
 */
export const parseWhole = (
  text: string | undefined,
  flag: string,
  { min, max }: { min: number; max: number },
): number | undefined => {
  if (text === undefined) return undefined
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new AppError('usage', `"${text}" is not what ${flag} takes: give a whole number from ${min} to ${max}.`)
}
