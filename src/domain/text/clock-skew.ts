import { age } from './format.ts'

/** How far this machine's clock and the server's may lie apart, ms. */
const TOLERATED_MS = 5 * 60_000

/** Whether this machine's clock is so far off that people have to know: days begin and end by the server's. */
export const isClockOff = (skewMs: number): boolean => Math.abs(skewMs) > TOLERATED_MS

/** What is wrong with this machine's clock, as the first half of a sentence. @param skewMs The server's clock less ours, ms. */
export const skewWords = (skewMs: number): string =>
  `This machine's clock is ${age(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the server's`
