import type { Plugin } from 'esbuild'
import * as requestLines from '../contract/request-lines.ts'

/** A file whose exports are plain data stands in the bundle as that data, without what it is made from. */
export const writtenOut: Plugin = {
  name: 'written-out',
  setup(build) {
    const lines = Object.entries(requestLines).map(([name, data]) => `export const ${name} = ${JSON.stringify(data)}`)
    build.onLoad({ filter: /\/contract\/request-lines\.ts$/ }, () => ({ contents: lines.join('\n') }))
  },
}
