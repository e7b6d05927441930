import { foldersOf } from '../../config/folders.ts'
import { keyPlaceWords } from '../../config/keys/profile-key.ts'
import { readConfig } from '../../config/profiles/config-file.ts'
import { loadChosenProfile } from '../../config/profiles/load-chosen-profile.ts'
import { addressesOf } from '../../config/profiles/named-profile.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { type TextColumn, toTextTable } from '../../domain/output/output.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { FORMATS } from '../kit/output-format.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = { columns: [], members: ['name', 'isUsed', 'baseUrl', 'appUrl', 'key', 'readOnly'] }

const columns: TextColumn[] = [
  { title: '', shrinks: false },
  { title: 'NAME', shrinks: false },
  { title: 'API' },
  { title: 'APPLICATION' },
  { title: 'KEY' },
  { title: 'WRITES', shrinks: false },
]

const ownWords = { baseUrl: 'made up, on this machine', appUrl: '', key: 'its own', readOnly: false }

export const runProfileList = async (_options: undefined, deps: Deps): Promise<undefined> => {
  const { env, globals } = deps
  const { profiles = {} } = readConfig(foldersOf(env).configFile)
  // Without a choice there is still a list to choose from.
  const chosen = await loadChosenProfile(env, globals.profile).catch(() => ({ is: 'none' }) as const)
  const used = chosen.is === 'profile' ? chosen.name : chosen.is === 'demo' ? DEMO_PROFILE : undefined
  const rows = [
    ...Object.entries(profiles).map(([name, profile]) => ({
      name,
      isUsed: name === used,
      ...addressesOf(profile),
      key: keyPlaceWords({ name, profile }, env),
      readOnly: profile.readOnly ?? false,
    })),
    { name: DEMO_PROFILE, isUsed: used === DEMO_PROFILE, ...ownWords },
  ]
  const table = (_: unknown, { columns: width }: { columns: number | undefined }) =>
    toTextTable(
      columns,
      rows.map(({ name, isUsed, baseUrl, appUrl, key, readOnly }) =>
        [isUsed ? '*' : '', name, baseUrl, appUrl, key, readOnly ? 'refused' : ''].map((text) => safeText(text)),
      ),
      width,
    )
  printRows({ rows, envelope: { profiles: rows }, layout, table }, deps)
}

export const profileList = command({
  name: 'profile list',
  summary: 'The profiles that there are; * marks the one in use',
  options: [],
  formats: FORMATS,
  examples: ['profile list', 'profile list --json'],
  parse: () => undefined,
  run: runProfileList,
})
