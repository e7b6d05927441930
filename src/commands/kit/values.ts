import { AppError } from '../../base/errors.ts'
import type { CommandInput } from './command.ts'

/** The text an option was given; undefined when it was left out. */
export const textOf = (options: CommandInput['options'], name: string): string | undefined => {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts a repeatable option was given, in their order. */
export const textsOf = (options: CommandInput['options'], name: string): string[] => {
  const value = options[name]
  return Array.isArray(value) ? value : []
}

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
