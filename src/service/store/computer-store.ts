import type { DatabaseSync } from 'node:sqlite'
import type { Computer } from '../../contract/computers.ts'
import { type Plan, type Provisioned, provisionedAt } from './provisioning.ts'
import { rowOf } from './rows-of.ts'

/** Computers, each with what is still to happen to it. */
export const createComputerStore = (database: DatabaseSync) => {
  const put = database.prepare(
    `INSERT INTO computers (id, row, plan, failures_left) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET row = excluded.row, plan = excluded.plan, failures_left = excluded.failures_left`,
  )
  const select = database.prepare('SELECT row, plan, failures_left FROM computers WHERE id = ?')
  return {
    /** @param failuresLeft How many more installations of dependencies will fail before one ends well. */
    put: ({ computer, plan }: Provisioned, failuresLeft: number): void => {
      put.run(computer.id, JSON.stringify(computer), JSON.stringify(plan), failuresLeft)
    },
    /** The computer as it stands at a moment; undefined when there is none. */
    read: (id: string, nowMs: number): (Provisioned & { failuresLeft: number }) | undefined => {
      const found = rowOf<{ row: string; plan: string; failures_left: number }>(select.get(id))
      if (found === undefined) return undefined
      const stored = { computer: JSON.parse(found.row) as Computer, plan: JSON.parse(found.plan) as Plan }
      return { ...provisionedAt(stored, nowMs), failuresLeft: found.failures_left }
    },
  }
}
