import { bytes, percent } from './format.ts'

/** Progress of a transfer. */
export type Progress = {
  doneBytes: number
  /** Undefined if unknown. */
  totalBytes?: number | undefined
  /** Undefined until it can be measured. */
  bytesPerSecond?: number | undefined
}

/** `4.2 of 6.9 MB`, or `4.2 MB` if the length is unknown, with the rate and the remaining time if known. */
export const progressText = ({ doneBytes, totalBytes, bytesPerSecond }: Progress): string => {
  const size = totalBytes === undefined ? bytes(doneBytes) : `${bytes(doneBytes)} of ${bytes(totalBytes)}`
  const rate = bytesPerSecond === undefined ? [] : [`${bytes(bytesPerSecond)}/s`]
  const left = totalBytes === undefined || !bytesPerSecond ? undefined : (totalBytes - doneBytes) / bytesPerSecond
  const time = left === undefined ? [] : [`${timeLeft(left)} left`]
  return [size, ...rate, ...time].join('  ')
}

/** 0 to 1; undefined if the length is unknown. */
export const fractionOf = ({ doneBytes, totalBytes }: Progress): number | undefined =>
  totalBytes === undefined || totalBytes <= 0 ? undefined : Math.min(1, Math.max(0, doneBytes / totalBytes))

export const percentOf = (progress: Progress): string => {
  const fraction = fractionOf(progress)
  return fraction === undefined ? '' : percent(fraction, 0)
}

// Rounds up, because a remaining time of 0 would mean that it has ended.
const timeLeft = (seconds: number): string => {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.ceil(whole / 60)} min`
  return `${Math.floor(whole / 3600)} h ${Math.ceil((whole % 3600) / 60)} min`
}
