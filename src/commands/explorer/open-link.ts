import { usageError } from '../../base/errors.ts'
import { foldersOf } from '../../config/folders.ts'
import { readConfig } from '../../config/profiles/config-file.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { command, type Deps } from '../kit/command.ts'
import { demoOptions, parseDemoSize } from '../kit/option-values.ts'
import { printRows } from '../output/print-rows.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'
import { openScreen } from './open-screen.ts'

const profilesOf = ({ env }: Deps) => readConfig(foldersOf(env).configFile).profiles ?? {}

const openLink = command({
  name: 'open',
  summary: 'Open the explorer at a link',
  description:
    'In the explorer, y l copies a link to the current view. A link names a profile, a screen and its view, and contains no secrets. Without a terminal, qd only checks the link, and exits with 2 even if it is valid.',
  arguments: [{ name: 'link', help: 'qd://PROFILE/SCREEN…, or qd:///SCREEN for the current profile' }],
  formats: ['table'],
  opensExplorer: true,
  cacheOptions: ['offline'],
  globals: { '--screen': false },
  examples: ["open 'qd://demo/usage/credits?last=30d'", 'open qd://work/controls/41..42', 'open qd:///people/u_17'],
  parse: ({ args: [link = ''], globals }) => {
    if (globals.screen !== undefined) throw usageError('The link names the screen: remove --screen.')
    return link
  },
  run: async (link, deps) => {
    const profile = await deps.readLink(link)
    const named = deps.globals.profile
    if (profile !== undefined && named !== undefined && named !== profile)
      throw usageError(`The link is for the profile ${profile}: remove --profile ${named}.`)
    // A link must not create a profile, so an unknown one is an error.
    if (profile !== undefined && profile !== DEMO_PROFILE && !Object.hasOwn(profilesOf(deps), profile))
      throw usageError(`The link names an unknown profile, ${profile}: see qd profile list.`)
    await openScreen(undefined, deps, { link, profile })
  },
})

const demo = command({
  name: 'demo',
  summary: 'Explore a generated demo organisation',
  formats: ['table'],
  opensExplorer: true,
  options: demoOptions,
  globals: { '--profile': false },
  examples: ['demo', 'demo --users 500 --seed 7', 'demo --screen usage'],
  parse: ({ options, globals }) => {
    if (globals.profile !== undefined && globals.profile !== DEMO_PROFILE)
      throw usageError(`--profile does not apply to qd demo: remove it.`)
    return parseDemoSize(options)
  },
  run: async (size, deps) => {
    await openScreen(size, deps)
  },
})

const layout: RowLayout = {
  columns: columnsOf('text', { where: 'WHERE', keys: 'KEYS', does: 'DOES', action: 'ACTION' }),
  members: ['where', 'keys', 'does', 'action'],
}

const keyboard = command({
  name: 'keys',
  summary: 'List key bindings; subcommands manage service-account keys',
  description:
    'Lists the key bindings of the explorer. To rebind an action, set its name (the last column) under "keys" in config.json: {"keys": {"usage.nextMeasure": "v"}}. A key is a character (m), ^x for Ctrl, M-x for Alt, a name (F5), or several separated by spaces (g u).',
  isLocal: true,
  examples: ['keys', 'keys --format md', 'keys --json'],
  run: async (_options, deps) => {
    const rows = (await deps.keyboard()).rows.map((row) => ({ ...row }))
    printRows({ rows, envelope: { bindings: rows }, layout }, deps)
  },
})

export const explorerCommands = [demo, openLink, keyboard]
