// Sends the notifications of stored events. A separate process, so that hooks don't wait. start-sender.ts starts it.
import { setTimeout as sleep } from 'node:timers/promises'
import { runSender } from '../notify/send/sender.ts'
import { appendLog } from '../notify/spool/log.ts'
import { SENDER_LIFE_MS } from '../notify/spool/sender-lock.ts'
import { notifierDeps } from './notifier-deps.ts'

const deps = notifierDeps(process.env)

// End the process even if an operation hangs.
setTimeout(() => process.exit(1), SENDER_LIFE_MS - 5_000).unref()

try {
  await runSender({ ...deps, sleep: (ms) => sleep(ms) })
} catch (error) {
  const { message } = error as Error
  appendLog(deps, { outcome: 'failed', why: `the sender crashed: ${message.slice(0, 300)}` })
}
process.exit(0)
