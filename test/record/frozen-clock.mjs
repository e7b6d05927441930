// Loaded into every process of a recording (NODE_OPTIONS=--import): the clock stands still, timers go on.
const now = Number(process.env.FROZEN_NOW)

globalThis.Date = class FrozenDate extends Date {
  constructor(...args) {
    if (args.length === 0) super(now)
    else super(...args)
  }
  static now() {
    return now
  }
}
