import type { Leaderboard } from './leaderboard.ts'

/** Above shares: of what whole they are. */
export const SHARE_HEADINGS: Readonly<Record<Leaderboard['shareOf'], string>> = {
  'all credits': '% ALL',
  'these rows': '%ROWS',
}
