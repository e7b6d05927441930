// esbuild substitutes this for undici, whose index loads fetch, mocks and caches before a request can be sent: 30 ms of
// each command that calls a server.
import connect from 'undici/lib/api/api-connect.js'
import request from 'undici/lib/api/api-request.js'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
export { default as Pool } from 'undici/lib/dispatcher/pool.js'

// As undici's index does. Proxies use connect.
Object.assign(Dispatcher.prototype, { connect, request })

/** Few users have a proxy, so its code is loaded only for them. */
export function EnvHttpProxyAgent(options) {
  return new (require('undici/lib/dispatcher/env-http-proxy-agent.js'))(options)
}
