import type { Computer } from '../../../contract/computers.ts'
import type { Lenient } from '../../../contract/lenient.ts'
import { CHANGING_FRESH_MS, FOLLOWED_FRESH_MS } from '../kit/loaded.ts'
import { createKnownRows, type KnownRow, type KnownRows, type ManagementDeps } from './known-rows.ts'

export type ComputerRow = KnownRow<Lenient<Computer>>
export type ComputerRows = KnownRows<Lenient<Computer>>

export const createLoadComputers = (deps: ManagementDeps) =>
  createKnownRows<Lenient<Computer>>(deps, {
    kind: 'computers',
    isKept: true,
    single: 'computer',
    list: {
      extension: 'computers',
      isAll: true,
      load: async (client, options) => {
        const reply = await client.call('computers', { query: { includeProvisioningSteps: 'true' } }, options)
        return { ...reply, items: (reply.body.computers ?? []).map((item) => ({ id: item.id, item })) }
      },
    },
    read: async (client, computerId, options) => {
      const reply = await client.call('computer', { params: { computerId } }, options)
      return { ...reply, item: reply.body }
    },
    nameOf: ({ name }) => name,
    freshMs: (rows) =>
      rows.some(({ item }) => item?.status === 'provisioning') ? FOLLOWED_FRESH_MS : CHANGING_FRESH_MS,
  })
