import { foldersOf } from '../../config/folders.ts'
import { keyPlaceWords } from '../../config/keys/profile-key.ts'
import type { ChosenProfile } from '../../config/profiles/choose-profile.ts'
import { loadChosenProfile } from '../../config/profiles/load-chosen-profile.ts'
import { addressesOf } from '../../config/profiles/named-profile.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { toTextTable } from '../../domain/output/output.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'

const runProfileShow = async (_options: undefined, deps: Deps): Promise<undefined> => {
  const chosen = await loadChosenProfile(deps.env, deps.globals.profile)
  const members = { ...membersOf(chosen, deps), configFile: foldersOf(deps.env).configFile }
  const rows = Object.entries(members).map(([name, value]) => [safeText(titles[name] ?? name), safeText(value ?? '–')])
  if (deps.format === 'json') printJson(members, deps)
  else deps.out(toTextTable([{ title: '', shrinks: false }, { title: '' }], rows, deps.columns))
}

const titles: Readonly<Record<string, string>> = {
  profile: 'profile',
  baseUrl: 'API',
  appUrl: 'application',
  key: 'key',
  readOnly: 'read-only',
  configFile: 'file',
}

const membersOf = (chosen: ChosenProfile, { env, globals }: Deps): Record<string, unknown> => {
  const fromInput = globals.isKeyOnInput ? '--key-stdin' : undefined
  switch (chosen.is) {
    case 'none':
      return { profile: null, baseUrl: null, appUrl: null, key: null, readOnly: globals.isReadOnly }
    case 'demo':
      return { profile: DEMO_PROFILE, baseUrl: null, appUrl: null, key: 'its own', readOnly: globals.isReadOnly }
    case 'environment': {
      const baseUrl = env.QUARTERDECK_BASE_URL || null
      const key = fromInput ?? (env.QUARTERDECK_API_KEY ? 'QUARTERDECK_API_KEY' : null)
      return { profile: null, baseUrl, appUrl: env.QUARTERDECK_APP_URL || baseUrl, key, readOnly: globals.isReadOnly }
    }
    case 'profile': {
      const { name, profile, isKeyFromEnv } = chosen
      const own = isKeyFromEnv ? 'QUARTERDECK_API_KEY' : keyPlaceWords(chosen, env)
      const readOnly = globals.isReadOnly || (profile.readOnly ?? false)
      return { profile: name, ...addressesOf(profile), key: fromInput ?? own, readOnly }
    }
  }
}

export const profileShow = command({
  name: 'profile show',
  summary: 'What a command would work with: profile, addresses, where the key is',
  description: 'Nothing is asked and no key is read: qd doctor does that.',
  options: [],
  formats: ['table', 'json'],
  examples: ['profile show', 'profile show --profile acme --json'],
  parse: () => undefined,
  run: runProfileShow,
})
