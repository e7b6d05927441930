import { UNKNOWN } from './format.ts'

/** How long something took: `12 s`, `2 min 51 s`, `1 h 4 min`, `3 d 2 h`; `?` where that is not known. */
export const duration = (ms: number | undefined): string => {
  if (ms === undefined || !Number.isFinite(ms)) return UNKNOWN
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  if (seconds < 86_400) return joined(Math.floor(seconds / 3600), 'h', Math.floor((seconds % 3600) / 60), 'min')
  return joined(Math.floor(seconds / 86_400), 'd', Math.floor((seconds % 86_400) / 3600), 'h')
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`
