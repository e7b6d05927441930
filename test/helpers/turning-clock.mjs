// Loaded into a program under test (NODE_OPTIONS=--import): its clock is what CLOCK_FILE holds, Unix ms, and sleep is short, so that
// it looks at the clock often.
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const now = () => Number(readFileSync(process.env.CLOCK_FILE, 'utf8'))

globalThis.Date = class TurningDate extends Date {
  constructor(...args) {
    if (args.length === 0) super(now())
    else super(...args)
  }
  static now() {
    return now()
  }
}

const sleep = timers.setTimeout
timers.setTimeout = (ms, ...rest) => sleep(Math.min(ms, 20), ...rest)
syncBuiltinESMExports()
