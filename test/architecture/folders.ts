import { posix } from 'node:path'
import type { Import } from './import-graph.ts'

/** The same imports between folders: `screens/usage` names `screens/kit`. */
export const betweenFolders = (imports: readonly Import[]): Import[] =>
  imports
    .filter(({ isOurs }) => isOurs)
    .map((one) => ({ ...one, from: posix.dirname(one.from), to: posix.dirname(one.to) }))
    .filter(({ from, to }) => from !== to)

/** Where features stand side by side, and the folders there that are none: what all of them share, and what opens them. */
const shared: Readonly<Record<string, readonly string[]>> = {
  screens: ['kit', 'app'],
  'src/commands': ['kit', 'output'],
}

/** Overview and the report show a little of everything. */
const seesAll = ['overview', 'report']

/** The feature that a file belongs to; undefined where it is shared, opens features, or stands elsewhere. */
const featureOf = (path: string): { parent: string; name: string } | undefined => {
  const parent = Object.keys(shared).find((folder) => path.startsWith(`${folder}/`))
  if (parent === undefined) return undefined
  const [name, ...rest] = path.slice(parent.length + 1).split('/')
  return name === undefined || rest.length === 0 || shared[parent]?.includes(name) ? undefined : { parent, name }
}

/** Why a feature, or what features share, may not import this, as one sentence; undefined when it may. */
export const problemWithFeature = ({ from, to }: Import): string | undefined => {
  const other = featureOf(to)
  if (!other) return undefined
  const own = featureOf(from)
  if (own?.parent === other.parent && (own.name === other.name || seesAll.includes(own.name))) return undefined
  if (own) return `${from} imports ${to}: move what ${own.name} and ${other.name} share to ${other.parent}/kit`
  const isBelow = /^(?:screens|src\/commands)\/(?:kit|output)\//.test(from)
  return isBelow ? `${from} imports ${to}: what all features share knows none of them` : undefined
}
