import { runMirror } from '../../src/app/mirror.ts'
import { createClient } from '../../src/client/client.ts'
import { patientLimits } from '../../src/client/limits.ts'

// A process that synchronises once, so that a test can stop or kill it. Prints `done` or the error, and ends.
const { url = '', key = '', to = '', lease = '' } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>
const credentials = { baseUrl: url, appUrl: url, apiKey: key, keySource: 'test' }
const client = createClient({ credentials, env: {}, limits: patientLimits })
const settings = { client, host: new URL(url).host, to, everyMs: undefined, leaseMs: Number(lease) }
const nothing = (): void => {}
const progress = { onProgress: nothing, onWait: nothing, onHeld: nothing, onRun: nothing, onFailure: nothing }
await runMirror(settings, progress, { now: Date.now, signal: new AbortController().signal }).then(
  () => console.log('done'),
  (error: Error) => console.log(error.message),
)
process.exit()
