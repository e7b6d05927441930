import { isBuiltin } from 'node:module'
import type { Plugin } from 'esbuild'

/** Nothing of the first frame asks for these, nor does a hook: each of their functions loads them when it is first called. */
const LATE = ['node:fs/promises', 'node:child_process', 'node:crypto']

/**
 * An import of one of Node's own modules reads every member of it, and some load much more when they are read: 5 ms of each start for
 * node:fs, whose promises come with streams, and 40 for node:http, whose HTTP client does. Asked for at run time, as require does, only
 * what is used is loaded.
 */
export const leanNode: Plugin = {
  name: 'lean-node',
  setup(build) {
    build.onResolve({ filter: /^[a-z:_/]+$/ }, ({ kind, path }) =>
      kind === 'import-statement' && isBuiltin(path)
        ? { path: `node:${path.replace(/^node:/, '')}`, namespace: 'lean' }
        : undefined,
    )
    build.onLoad({ filter: /^node:/, namespace: 'lean' }, ({ path }) => {
      const members = Object.entries(process.getBuiltinModule(path) ?? {}).filter(([name]) => name !== 'default')
      const isLate = (member: unknown) => LATE.includes(path) && typeof member === 'function'
      return {
        // On an old Node, which cannot be asked, the launcher still says what is needed.
        contents: `const all = () => process.getBuiltinModule?.('${path}') ?? {}
          const now = (name) => all()[name]
          const late = (name) => (...args) => all()[name](...args)
          ${members.map(([name, member]) => `export const ${name} = /* @__PURE__ */ ${isLate(member) ? 'late' : 'now'}('${name}')`).join('\n')}
          export default /* @__PURE__ */ all()`,
      }
    })
  },
}
