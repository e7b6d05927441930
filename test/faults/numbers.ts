/** Random numbers that are the same in each trial. */
export const numberOf = (round: number, most: number): number => (Math.imul(round + 1, 2_654_435_761) >>> 0) % most
