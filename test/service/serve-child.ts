/** `qd serve` without the command line: the first argument is its options as JSON. */
import { endSignal } from '../../src/app/end-signal.ts'
import { exitCodeFor } from '../../src/base/errors.ts'
import { keysFromEnvironment, runServe } from '../../src/service/run-serve.ts'

try {
  await runServe(
    { ...JSON.parse(process.argv[2] ?? '{}'), keys: keysFromEnvironment(process.env) },
    {
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      now: Date.now,
      signal: endSignal(),
      input: process.stdin,
    },
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = exitCodeFor(error)
}
