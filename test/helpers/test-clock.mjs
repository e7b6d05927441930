// Loaded into a program under test (NODE_OPTIONS=--import): its clock stands still at FROZEN_NOW, Unix ms, while timers go on; or it
// shows the time in CLOCK_FILE, and delays are at most 20 ms, so that the program reads the file often.
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const { FROZEN_NOW, CLOCK_FILE } = process.env
const now = () => Number(CLOCK_FILE === undefined ? FROZEN_NOW : readFileSync(CLOCK_FILE, 'utf8'))

globalThis.Date = class TestDate extends Date {
  constructor(...args) {
    if (args.length === 0) super(now())
    else super(...args)
  }
  static now() {
    return now()
  }
}

if (CLOCK_FILE !== undefined) {
  const sleep = timers.setTimeout
  timers.setTimeout = (ms, ...rest) => sleep(Math.min(ms, 20), ...rest)
  syncBuiltinESMExports()
}
