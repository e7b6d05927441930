import { MIN_CREDIT_LIMIT } from '../../contract/constants.ts'
import { fullNumber } from '../text/format.ts'

/** A limit as typed: a number with optional separators, k or M, or `none`. */
export type TypedLimit = { is: 'limit'; limit: number | null } | { is: 'wrong'; why: string }

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }

/** Parses `2000000`, `2,000,000`, `2M` or `none`. The server accepts no limit below a minimum, so it isn't sent. */
export const parseLimit = (text: string): TypedLimit => {
  const typed = text.trim().toLowerCase()
  if (typed === 'none') return { is: 'limit', limit: null }
  const [, digits = '', unit = ''] = /^(\d[\d,_']*(?:\.\d+)?)([kmb]?)$/.exec(typed) ?? []
  const limit = Number(digits.replaceAll(/[,_']/g, '')) * (UNITS[unit] ?? 1)
  if (digits === '' || !Number.isSafeInteger(limit))
    return { is: 'wrong', why: 'must be a number of credits, such as 2000000 or 2M, or none' }
  if (limit < MIN_CREDIT_LIMIT) return { is: 'wrong', why: `must be at least ${fullNumber(MIN_CREDIT_LIMIT)} credits` }
  return { is: 'limit', limit }
}

/** A limit in words. */
export const limitText = (limit: number | null | undefined): string =>
  limit == null ? 'no limit' : `${fullNumber(limit)} credits`
