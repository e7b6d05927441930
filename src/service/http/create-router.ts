import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/** Looks paths without parameters up as they are: to go through the others part by part takes longer than to judge a request. */
export const createRouter = <Handler>(): Router<Handler> => {
  const whole = new Map<string, Result<Handler>>()
  const rest = new TrieRouter<Handler>()
  return {
    name: 'whole paths first',
    add: (method, path, handler) => {
      if (/[:*]/.test(path)) rest.add(method, path, handler)
      else whole.set(`${method} ${path}`, [[[handler, {}]]])
    },
    match: (method, path) => whole.get(`${method} ${path}`) ?? rest.match(method, path),
  }
}
