import type { Leaderboard } from './leaderboard.ts'

/** Headings of share columns, by denominator. */
export const SHARE_HEADINGS: Readonly<Record<Leaderboard['shareOf'], string>> = {
  'all credits': '% ALL',
  'these rows': '%ROWS',
}
