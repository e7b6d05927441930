import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import type { LoadDeps } from '../kit/load-deps.ts'
import type { Seen } from './known-rows.ts'

/** What a computer was last seen as; of each id the last answer. */
export const createComputerMemory = ({ ledger, organisation }: Pick<LoadDeps, 'ledger' | 'organisation'>) => {
  const seen = new Map<string, Seen<Lenient<Computer>>>()
  return {
    seen,
    take(computers: readonly Lenient<Computer>[], at = organisation.now()): void {
      const known = computers.flatMap(({ id, name }) => (id === undefined || id === '' ? [] : [{ id, name }]))
      ledger.rememberIds('computers', known, 'seen', at)
      for (const computer of computers) if (computer.id !== undefined) seen.set(computer.id, { item: computer, at })
    },
    forget(id: string): void {
      seen.delete(id)
      ledger.forgetId('computers', id)
    },
  }
}
