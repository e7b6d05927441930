import type { ComputerRows } from '../../../src/cache/load/management/load-computers.ts'
import type { QueryState } from '../../../src/cache/load/query-state.ts'
import type { Standing } from '../../../src/domain/computers/computer-status.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { asManyAsFit, near } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import type { ComputerEntry } from './computer-entries.ts'

const words: Record<Standing, string> = {
  active: 'active',
  onItsWay: 'provisioning',
  failed: 'failed',
  paused: 'paused',
  other: 'other',
}

/** How many there are of each standing, and whose list it is. */
export const computersHead = (
  entries: readonly ComputerEntry[],
  state: QueryState<ComputerRows>,
  width: number,
  theme: Theme,
): string => {
  const counts = new Map<Standing, number>()
  for (const { standing, computer } of entries) if (computer) counts.set(standing, (counts.get(standing) ?? 0) + 1)
  const unseen = entries.filter(({ computer }) => !computer).length
  if (state.is === 'failed' && entries.length === 0) return ` ${theme.muted(`computers ${NOT_KNOWN}`)}`
  const parts = [
    `${theme.strong(String(entries.length))} ${entries.length === 1 ? 'computer' : 'computers'}`,
    ...(Object.keys(words) as Standing[]).flatMap((standing) => {
      const count = counts.get(standing)
      if (count === undefined) return []
      const text = `${count} ${words[standing]}`
      return [standing === 'failed' ? theme.bad(`${theme.signs.bad} ${text}`) : text]
    }),
    ...(unseen > 0 ? [theme.muted(`${unseen} ${state.is === 'loading' ? 'loading' : 'not seen'}`)] : []),
  ]
  // Three cells part it from the sums, as these from one another.
  const whose = state.is === 'ready' ? theme.muted(`  ${listWords(state.now.data)} `) : ''
  return near(` ${asManyAsFit(parts, width - 2, '   ')}`, whose, width)
}

const listWords = ({ isListed }: ComputerRows): string =>
  isListed ? 'the server lists all' : 'your list: the server keeps none   A adds'

/** Why there is no row, and what to do. */
export const emptyComputers = (state: QueryState<ComputerRows>, all: number, filter: string): string => {
  if (all > 0) return `No computer holds ${safeText(filter.trim())}: Esc shows all.`
  if (state.is === 'failed') return ''
  if (state.is === 'loading') return 'loading computers'
  return state.now.data.isListed
    ? 'There is no computer yet.'
    : 'No computer is known here, and the server has no list: A adds one by its id.'
}
