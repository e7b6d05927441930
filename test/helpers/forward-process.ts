import { forwardEvents } from '../../src/notify/forward/forward-events.ts'
import type { ForwardFolders } from '../../src/notify/forward/forward-line.ts'

// A sender in a process of its own, so that a test can kill it. Prints a line before each request.
const { folders, url, key } = JSON.parse(process.argv[2] ?? '{}') as {
  folders: ForwardFolders
  url: string
  key: string
}
await forwardEvents({
  folders,
  sender: { email: undefined, machine: 'm1' },
  send: async (events) => {
    console.log('sending')
    const reply = await fetch(`${url}/api/v1/hook-events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    })
    if (!reply.ok) throw new Error(`The server answered ${reply.status}.`)
  },
  now: Date.now,
  sleep: async () => {},
  isBackground: false,
})
