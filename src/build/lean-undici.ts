import type { Plugin } from 'esbuild'

/** What of its files is used, by the names under which the package exports them. */
const CONTENTS = `
  import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'
  import connect from 'undici/lib/api/api-connect.js'
  import request from 'undici/lib/api/api-request.js'
  export { default as Agent } from 'undici/lib/dispatcher/agent.js'
  export { default as Pool } from 'undici/lib/dispatcher/pool.js'
  export { default as buildConnector } from 'undici/lib/core/connect.js'
  // As its index does. Proxies connect.
  Object.assign(Dispatcher.prototype, { connect, request })
  // Few have a proxy.
  export function EnvHttpProxyAgent(options) {
    return new (require('undici/lib/dispatcher/env-http-proxy-agent.js'))(options)
  }`

/**
 * Its index loads all there is in it, fetch, mocks and caches too, before anything can be sent: 60 ms of each command that asks a
 * server. This loads what {@link CONTENTS} names, without HTTP/2, which is off everywhere, and bodies that are no text.
 */
export const leanUndici: Plugin = {
  name: 'lean-undici',
  setup(build) {
    const { absWorkingDir: resolveDir = process.cwd() } = build.initialOptions
    build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'lean' }))
    build.onLoad({ filter: /^undici$/, namespace: 'lean' }, () => ({ contents: CONTENTS, resolveDir }))
    build.onResolve({ filter: /^\..*\/(?:client-h2\.js$|web\/)/ }, ({ importer, path }) =>
      /\/undici\/lib\//.test(importer) ? { path, namespace: 'left-out' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `module.exports = () => { throw new Error('${path} is left out') }`,
    }))
  },
}
