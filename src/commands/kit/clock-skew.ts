import { age } from '../../domain/text/format.ts'

/** How far the clocks may lie apart, milliseconds. */
const TOLERATED_MS = 5 * 60_000

/** Whether the clocks lie so far apart that it has to be said. */
export const isTooFar = (skewMs: number): boolean => Math.abs(skewMs) > TOLERATED_MS

/** The server's clock minus ours as the first half of a sentence. */
export const skewWords = (skewMs: number): string =>
  `This machine's clock is ${age(Math.abs(skewMs))} ${skewMs > 0 ? 'behind' : 'ahead of'} the server's`
