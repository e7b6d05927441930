/** Whether a value is a moment in Unix ms at all: dates end 8.64e15 ms from 1970 on either side, and a server may tell any number. */
export const isMoment = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= 8.64e15
