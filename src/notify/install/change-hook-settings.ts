import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type HookChange, parseHookSettings } from './hook-settings.ts'
import { type SettingsFileChange, settingsFileChange } from './settings-file.ts'

/** A change of an agent's settings file that is not written yet. */
export type HookSettingsChange = SettingsFileChange & {
  /** Reasons why the change may have no effect, as sentences. */
  warnings: readonly string[]
}

/** {@link settingsFileChange} for the agent's hooks. */
export const hookSettingsChange = (link: string, change: HookChange): HookSettingsChange => ({
  ...settingsFileChange(link, change, parseHookSettings),
  warnings: warningsOf(link),
})

/** Newer agents read `hooks.json` if it exists, and otherwise the `settings.json` in the same folder. */
const warningsOf = (path: string): string[] => {
  const hooks = join(dirname(path), 'hooks.json')
  const settings = join(dirname(path), 'settings.json')
  const name = basename(path)
  if (name === 'settings.json' && existsSync(hooks))
    return [`Newer agents read hooks only from ${hooks}; those in ${path} have no effect.`]
  if (name === 'hooks.json' && !existsSync(path) && existsSync(settings))
    return [`Newer agents ignore the hooks in ${settings} once ${path} exists; move them.`]
  return []
}
