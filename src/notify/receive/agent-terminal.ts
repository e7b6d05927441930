import { readFileSync } from 'node:fs'

/** Programs between the agent and this one: a shell or two. */
const MOST_PARENTS = 8
/** Major device numbers of Linux's pseudo terminals. */
const FIRST_PTS = 136
const LAST_PTS = 143

/**
 * The terminal of the nearest program above that has one. A hook has none of its own, and its sender nobody above it. Known on Linux
 * only; undefined elsewhere, and where nobody has one.
 */
export const agentTerminal = (pid = process.ppid): string | undefined => {
  if (process.platform !== 'linux') return undefined
  try {
    for (let parents = 0; parents < MOST_PARENTS && pid > 1; parents += 1) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      // Behind the name, which may hold anything: state, parent, group, session, terminal.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const device = Number(fields[4])
      const major = (device >> 8) & 0xfff
      if (major >= FIRST_PTS && major <= LAST_PTS)
        return `/dev/pts/${(major - FIRST_PTS) * 0x100000 + ((device & 0xff) | ((device >> 12) & 0xfff00))}`
      pid = Number(fields[1])
    }
  } catch {
    // It has ended meanwhile.
  }
  return undefined
}
