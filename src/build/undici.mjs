// esbuild uses this file in place of undici's index, which also loads fetch, mocks and caches. Loading them would add
// 30 ms to each command that calls a server.
import connect from 'undici/lib/api/api-connect.js'
import request from 'undici/lib/api/api-request.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'

// Undici's index adds these methods too. Proxies use connect.
Object.assign(Dispatcher.prototype, { connect, request })

/** Loads the code for proxies only when it is needed, because few users have a proxy. */
export function EnvHttpProxyAgent(options) {
  return new (require('undici/lib/dispatcher/env-http-proxy-agent.js'))(options)
}
