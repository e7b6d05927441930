import type { Plugin } from 'esbuild'

/** What of it is imported by name, here and in the packages. */
const NAMES = ['STATUS_CODES', 'ServerResponse', 'createServer', 'get', 'request']

/**
 * An import of node:http reads every member, and one of them loads Node's own HTTP client: 40 ms of each command that asks a server.
 * Asked for at run time, as require does, only what is used is loaded.
 */
export const leanHttp: Plugin = {
  name: 'lean-http',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'http', namespace: 'lean' } : undefined,
    )
    build.onLoad({ filter: /^http$/, namespace: 'lean' }, () => ({
      contents: `const http = process.getBuiltinModule('node:http')
        export const { ${NAMES.join(', ')} } = http
        export default http`,
    }))
  },
}
