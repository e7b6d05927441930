import { startService } from '../../src/service/start-service.ts'
import type { Store } from '../../src/service/store/store.ts'

// A service in a process of its own, so that a test can kill it. Prints its address.
const { data = '', owner = '', ingest = '', now = '' } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>
const service = await startService({
  data,
  keys: { owner },
  now: () => Number(now),
  prepare: async (store: Store) => {
    await store.keys.add(ingest, { name: 'agents', role: 'ingest' })
  },
})
console.log(service.url)
