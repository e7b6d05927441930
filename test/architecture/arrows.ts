import { type Import, UNREADABLE } from './import-graph.ts'

/** The rooms of the source: folders of src/, screens/, and `app`, which wires everything together. */
type Room =
  | 'base'
  | 'contract'
  | 'domain'
  | 'archive'
  | 'client'
  | 'cache'
  | 'config'
  | 'commands'
  | 'notify'
  | 'service'
  | 'ui'
  | 'screens'
  | 'build'
  | 'app'

type Rule = {
  /** Rooms it may import; its own is always allowed. */
  of: readonly Room[]
  /** Rooms of which it may import types only. */
  typesOf?: readonly Room[]
}

const rules: Record<Exclude<Room, 'app'>, Rule> = {
  base: { of: [] },
  // What it writes out.
  build: { of: ['contract'] },
  archive: { of: ['base'] },
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
}

/** Packages and modules of Node that belong to few rooms. A name ending in / stands for all that begin with it. */
const owners: Record<string, readonly Room[]> = {
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
  esbuild: ['build'],
}

const ENTRY = 'src/main.ts'

/** The one import into the files of a package: see the comment in the file that has it. */
const inner = { from: 'src/ui/painter/ink-reconciler.ts', to: 'node_modules/ink/build/reconciler.js' }

/** The room of a file by its path; undefined for a folder that no rule knows. */
const roomOf = (path: string): Room | undefined => {
  if (path.startsWith('screens/')) return 'screens'
  const [top, folder, ...rest] = path.split('/')
  if (top !== 'src' || folder === undefined) return undefined
  if (rest.length === 0 || folder === 'app') return 'app'
  return folder in rules ? (folder as Room) : undefined
}

/** Why this import is not allowed, as one sentence that names both ends; undefined when it is. */
export const problemWith = ({ from, to, isOurs, isType }: Import): string | undefined => {
  const room = roomOf(from)
  if (!room) return `${from} stands in a folder that no rule knows: give it one in test/architecture/arrows.ts`
  if (to === UNREADABLE) return `${from} imports a computed name, so that nobody can see where its arrow goes`
  if (!isOurs) return problemWithPackage(from, room, to, isType)
  if (to === ENTRY) return `${from} imports ${to}, which is where the program begins`
  if (from === inner.from && to === inner.to) return undefined
  const other = roomOf(to)
  if (!other) return `${from} imports ${to}, which is in no room`
  if (room === 'app' || room === other) return undefined
  const { of, typesOf = [] } = rules[room]
  if (of.includes(other) || (isType && typesOf.includes(other))) return undefined
  const what = typesOf.includes(other) ? `more than types of ${to}` : to
  return `${from} imports ${what}: ${room} may import ${list(of)} only`
}

const problemWithPackage = (from: string, room: Room, name: string, isType: boolean): string | undefined => {
  if (room === 'contract' && name !== 'zod') return `${from} imports ${name}: contract may import zod only`
  const owner = Object.keys(owners).find((key) => (key.endsWith('/') ? name.startsWith(key) : name === key))
  if (owner === undefined) return undefined
  const allowed = owners[owner] as readonly Room[]
  // Of what wires the rest together only files that place components may draw.
  const isDrawing = room !== 'app' || from.endsWith('.tsx') || isType
  if (allowed.includes(room) && isDrawing) return undefined
  return `${from} imports ${name}, which belongs to ${list(allowed)}`
}

const list = (rooms: readonly Room[]): string => (rooms.length === 0 ? 'nothing of ours' : rooms.join(', '))
