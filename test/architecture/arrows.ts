import { posix } from 'node:path'
import { type Import, UNREADABLE } from './import-graph.ts'

type Module = keyof typeof rules | 'app'

/**
 * The modules that each module may import, apart from itself, and those of which it may import only types. A module is a
 * folder of src/, the folder screens/, or `app`, which connects all others.
 */
const rules = {
  base: { of: [] },
  // build generates files from the contract.
  build: { of: ['base', 'contract'] },
  archive: { of: ['base', 'domain'] },
  contract: { of: ['base'] },
  domain: { of: ['base', 'contract'] },
  config: { of: ['base', 'contract', 'domain'] },
  client: { of: ['base', 'contract', 'domain'], typesOf: ['config'] },
  cache: { of: ['base', 'contract', 'domain', 'archive', 'client'] },
  service: { of: ['base', 'contract', 'domain'] },
  notify: { of: ['base', 'contract', 'domain'], typesOf: ['config'] },
  ui: { of: ['base', 'domain'] },
  screens: { of: ['base', 'domain', 'cache', 'ui'], typesOf: ['contract', 'notify'] },
  commands: { of: ['base', 'contract', 'domain', 'config', 'archive', 'client', 'cache', 'notify'] },
} satisfies Record<string, { of: readonly string[]; typesOf?: readonly string[] }>

/** Packages and Node modules, with our modules that may import them. A name ending in / matches all names that begin with it. */
const owners: Record<string, readonly Module[]> = {
  undici: ['client'],
  yauzl: ['archive'],
  yazl: ['service'],
  nodemailer: ['notify'],
  hono: ['service'],
  'hono/': ['service'],
  '@hono/': ['service'],
  'node:sqlite': ['service', 'cache'],
  ink: ['ui', 'screens', 'app'],
  react: ['ui', 'screens', 'app'],
  'react/': ['ui', 'screens', 'app'],
  commander: ['commands'],
  '@commander-js/': ['commands'],
  '@tanstack/': ['cache'],
  'hyparquet-writer': ['commands'],
  esbuild: ['build'],
  postject: ['build'],
}

const ENTRY = 'src/main.ts'
/** The only import of a file inside a package: see the comment at the import. */
const inner = { from: 'src/ui/painter/ink-reconciler.ts', to: 'node_modules/ink/build/reconciler.js' }
/** Copied, not bundled: its import of the bundle is computed, because the bundle doesn't exist before the build. */
const LAUNCHER = 'src/launcher.ts'

/** The module of a file by its path; undefined for a folder without a rule. */
const moduleOf = (path: string): Module | undefined => {
  if (path.startsWith('screens/')) return 'screens'
  const [top, folder, ...rest] = path.split('/')
  if (top !== 'src' || folder === undefined) return undefined
  if (rest.length === 0 || folder === 'app') return 'app'
  return folder in rules ? (folder as Module) : undefined
}

/** Why this import is not allowed, as one sentence that names both ends; undefined when it is. */
export const problemWith = ({ from, to, isOurs, isType }: Import): string | undefined => {
  const module = moduleOf(from)
  if (!module) return `${from} is in a folder without a rule: add one in test/architecture/arrows.ts`
  if (to === UNREADABLE) return from === LAUNCHER ? undefined : `${from} imports a computed name`
  if (!isOurs) return problemWithPackage(from, module, to, isType)
  if (to === ENTRY) return `${from} imports ${to}, which is where the program begins`
  if (from === inner.from && to === inner.to) return undefined
  const other = moduleOf(to)
  if (!other) return `${from} imports ${to}, which is in no module`
  if (module === 'app' || module === other) return undefined
  const { of, typesOf = [] }: { of: readonly string[]; typesOf?: readonly string[] } = rules[module]
  if (of.includes(other) || (isType && typesOf.includes(other))) return undefined
  const what = typesOf.includes(other) ? `more than types of ${to}` : to
  return `${from} imports ${what}: ${module} may import ${of.join(', ') || 'nothing of ours'} only`
}

const problemWithPackage = (from: string, module: Module, name: string, isType: boolean): string | undefined => {
  if (module === 'contract' && name !== 'zod') return `${from} imports ${name}: contract may import zod only`
  const owner = Object.keys(owners).find((key) => (key.endsWith('/') ? name.startsWith(key) : name === key))
  if (owner === undefined) return undefined
  const allowed = owners[owner] as readonly Module[]
  // In `app`, only .tsx files may import code of such packages; other files may import types.
  const mayImportCode = module !== 'app' || from.endsWith('.tsx') || isType
  if (allowed.includes(module) && mayImportCode) return undefined
  return `${from} imports ${name}, which belongs to ${allowed.join(', ')}`
}

/** The same imports between folders: `screens/usage` names `screens/kit`. */
export const betweenFolders = (imports: readonly Import[]): Import[] =>
  imports
    .filter(({ isOurs }) => isOurs)
    .map((one) => ({ ...one, from: posix.dirname(one.from), to: posix.dirname(one.to) }))
    .filter(({ from, to }) => from !== to)

/** Folders of features, and folders in them that are not features: shared code, and code that opens features. */
const shared: Readonly<Record<string, readonly string[]>> = {
  screens: ['kit', 'app'],
  'src/commands': ['kit', 'output'],
}

/** Overview, the report and the checks of a policy cover all features, so they may import all. */
const seesAll = ['overview', 'report', 'check']

/** The feature of a file; undefined for files that are shared, open features, or are elsewhere. */
const featureOf = (path: string): { parent: string; name: string } | undefined => {
  const parent = Object.keys(shared).find((folder) => path.startsWith(`${folder}/`))
  if (parent === undefined) return undefined
  const [name, ...rest] = path.slice(parent.length + 1).split('/')
  return name === undefined || rest.length === 0 || shared[parent]?.includes(name) ? undefined : { parent, name }
}

/** Why a feature or shared code may not import this, as one sentence; undefined if it may. */
export const problemWithFeature = ({ from, to }: Import): string | undefined => {
  const other = featureOf(to)
  if (!other) return undefined
  const own = featureOf(from)
  if (own?.parent === other.parent && (own.name === other.name || seesAll.includes(own.name))) return undefined
  if (own) return `${from} imports ${to}: move what ${own.name} and ${other.name} share to ${other.parent}/kit`
  const isBelow = /^(?:screens|src\/commands)\/(?:kit|output)\//.test(from)
  return isBelow ? `${from} imports ${to}: shared code may not import a feature` : undefined
}
