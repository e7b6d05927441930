import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { yesterdayOf } from '../../../src/domain/calendar/calendar.ts'
import { startService } from '../../../src/service/start-service.ts'
import type { Store } from '../../../src/service/store/store.ts'
import type { Vendor } from '../../../src/service/sync/vendor.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { syncOnce, testStore, vendorAt } from '../../helpers/mirror.ts'
import { NOW } from '../../helpers/now.ts'
import { postgresServers } from '../../helpers/postgres.ts'

const now = () => NOW
const last = yesterdayOf(NOW)
const engines: { name: string; createDatabase: () => Promise<string> }[] = [
  { name: 'SQLite', createDatabase: async () => join(makeFolder(), 'mirror.db') },
  ...(await postgresServers(1)),
]

const startVendor = async () => {
  const service = await startService({ demo: { users: 12, days: 10 }, now })
  onTestFinished(() => service.close())
  return { url: service.url, key: service.keys.owner }
}
const usersIn = async (store: Store): Promise<{ user_id: string; user_email: string }[]> =>
  JSON.parse(`[${(await store.personDays.readPage('2026-01-14', last, 1_000, '')).rows}]`)

test.each(engines)('$name: a user who is erased after the vendor sent a page is not written back', async (engine) => {
  const from = await startVendor()
  const store = await testStore(await engine.createDatabase())
  await syncOnce(store, from, { now })
  const [user] = await usersIn(store)
  const identity = await store.forgetting.identify(user?.user_id ?? '')
  const text = async () => {
    const lists = [await store.lists.ciJobs.read(), await store.reports.read({ limit: 1_000 })]
    return JSON.stringify([await usersIn(store), lists, (await store.seats.readPage('', 1_000)).rows])
  }
  expect(await text()).toContain(user?.user_id)
  const vendor = vendorAt(from, now)
  let isErased = false
  const late: Vendor = {
    ...vendor,
    read: async (name, query, options) => {
      const reply = await vendor.read(name, query, options)
      if (name === 'users' && !isErased) {
        isErased = true
        expect(reply.text).toContain(user?.user_id)
        await store.write((stores) => stores.forgetting.forget(identity))
      }
      return reply
    },
  }
  await syncOnce(store, from, { now, vendor: late })
  expect(isErased).toBe(true)
  expect(await text()).not.toContain(user?.user_id)
  expect(await text()).not.toContain(user?.user_email)
})

test.each(engines.slice(1))('$name: erasing a user waits for a page that is being written', async (engine) => {
  const place = await engine.createDatabase()
  const [store, other] = [await testStore(place), await testStore(place)]
  const row = { day: last, user_id: 'u_gone', row: `{"user_id":"u_gone","date":"${last}"}` }
  const order: string[] = []
  let erased: Promise<unknown> = Promise.resolve()
  await store.write(async (stores) => {
    await stores.forgetting.pause()
    const scrub = await stores.forgetting.createScrubber()
    erased = other
      .write((others) => others.forgetting.forget({ ids: ['u_gone'], emails: [] }))
      .then(() => void order.push('erased'))
    await sleep(300)
    expect(scrub(JSON.parse(row.row))).toBeDefined()
    await stores.personDays.put([row])
    order.push('written')
  })
  await erased
  expect(order).toEqual(['written', 'erased'])
  expect(await usersIn(store)).toEqual([])
})
