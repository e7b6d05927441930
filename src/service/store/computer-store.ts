import type { DatabaseSync } from 'node:sqlite'
import type { Computer } from '../../contract/computers.ts'
import { type Plan, type Provisioned, provisionedAt } from './provisioning.ts'
import { rowOf, rowsOf } from './rows-of.ts'

type Stored = { row: string; plan: string; failures_left: number }

const provisioned = ({ row, plan, failures_left }: Stored, nowMs: number): Provisioned & { failuresLeft: number } => {
  const stored = { computer: JSON.parse(row) as Computer, plan: JSON.parse(plan) as Plan }
  return { ...provisionedAt(stored, nowMs), failuresLeft: failures_left }
}

/** Computers, each with what is still to happen to it. */
export const createComputerStore = (database: DatabaseSync) => {
  const put = database.prepare(
    `INSERT INTO computers (id, row, plan, failures_left) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET row = excluded.row, plan = excluded.plan, failures_left = excluded.failures_left`,
  )
  const select = database.prepare('SELECT row, plan, failures_left FROM computers WHERE id = ?')
  const selectAll = database.prepare('SELECT row, plan, failures_left FROM computers ORDER BY id')
  const remove = database.prepare('DELETE FROM computers WHERE id = ?')
  return {
    /** @param failuresLeft How many more installations of dependencies will fail before one ends well. */
    put: ({ computer, plan }: Provisioned, failuresLeft: number): void => {
      put.run(computer.id, JSON.stringify(computer), JSON.stringify(plan), failuresLeft)
    },
    /** The computer as it stands at a moment; undefined when there is none. */
    read: (id: string, nowMs: number): (Provisioned & { failuresLeft: number }) | undefined => {
      const found = rowOf<Stored>(select.get(id))
      return found && provisioned(found, nowMs)
    },
    /** All of them as they stand at a moment, newest first. */
    readAll: (nowMs: number): Computer[] =>
      rowsOf<Stored>(selectAll.all())
        .map((found) => provisioned(found, nowMs).computer)
        .sort((a, b) => b.createdAt - a.createdAt),
    /** Says whether there was one. */
    delete: (id: string): boolean => remove.run(id).changes > 0,
  }
}
