import type { Theme } from '../src/ui/theme.ts'

/** Stands before what is new since the last look. */
export const newSign = (theme: Theme): string => (theme.isAscii ? '*' : '•')
