import { keyGroups } from '../../screens/app/key-groups.ts'
import { listKeys } from '../../screens/kit/list/use-list.ts'
import type { Keyboard as Remappable } from '../../screens/kit/session/settings.ts'
import type { Env } from '../base/env.ts'
import type { Keyboard } from '../commands/kit/world.ts'
import { loadPreferences } from '../config/profiles/choose-profile.ts'
import { helpOf, keysLabel } from '../ui/keys/bindings.ts'
import { createRemap, LISTS, readOwnKeys, type WantedKeys } from '../ui/keys/own-keys.ts'

const listActions = new Set<string>(listKeys.map(({ action }) => action))

/** The key bindings of the explorer, including the user's own. */
export const ownKeyboard = async (env: Env): Promise<Keyboard> => {
  const { keys: wanted = {} } = await loadPreferences(env)
  const { active, problems } = readOwnKeys(wanted, keyGroups)
  const keysIn = createRemap(active)
  const rows = keyGroups.flatMap(({ scope, title, bindings }) =>
    keysIn(scope, bindings)
      .filter(({ action }) => scope === LISTS || !listActions.has(action) || active.has(`${scope}.${action}`))
      .map((binding) => ({
        where: title,
        keys: keysLabel(binding),
        does: helpOf(binding),
        action: `${scope}.${binding.action}`,
      })),
  )
  const actions = keyGroups.flatMap(({ scope, bindings }) => bindings.map(({ action }) => `${scope}.${action}`))
  return { rows, actions: [...new Set(actions)], own: active.size, problems }
}

/** The actions that can have other keys, while the user has these own keys. */
export const remappableActions = (own: WantedKeys): Remappable => {
  const keysIn = remapFor(own)
  return {
    actions: keyGroups.flatMap(({ scope, bindings }) =>
      keysIn(scope, bindings).map((binding) => ({
        action: `${scope}.${binding.action}`,
        does: helpOf(binding),
        keys: keysLabel(binding),
      })),
    ),
    problemOf: (action, keys) =>
      keys === ''
        ? 'is empty'
        : readOwnKeys({ ...own, [action]: keys }, keyGroups)
            .problems.find((problem) => problem.startsWith(`"${action}": `))
            ?.slice(action.length + 4),
  }
}

/** The remap for these own keys. */
export const remapFor = (own: WantedKeys) => createRemap(readOwnKeys(own, keyGroups).active)
