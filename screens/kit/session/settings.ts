import { AppError } from '../../../src/base/errors.ts'
import { isObject } from '../../../src/base/json.ts'
import type { ThemeName } from '../../../src/base/theme-name.ts'
import type { WantedKeys } from '../../../src/ui/keys/own-keys.ts'

/** The settings of the explorer, by their names in config.json. */
export type SettingValues = {
  theme: ThemeName
  mouse: boolean
  pseudonyms: boolean
  compare: boolean
  /** The user's own keys, by action. */
  keys: WantedKeys
}
export type SettingName = keyof SettingValues

/** What each setting is called on the screen. */
export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  theme: 'colours',
  mouse: 'mouse',
  pseudonyms: 'pseudonyms',
  compare: 'comparison',
  keys: 'keys',
}

/** The text of config.json before and after a change; undefined if it did not exist. */
type SavedChange = { before: string | undefined; after: string | undefined }

/** The actions that can have other keys. */
export type Keyboard = {
  /** Its name in config.json, what it does, and its keys now. */
  actions: readonly { action: string; does: string; keys: string }[]
  /** Why an action cannot have these keys, as a sentence; undefined if it can. */
  problemOf: (action: string, keys: string) => string | undefined
}

/** Saves settings in config.json. Every promise rejects with an AppError. */
export type SettingsFile = {
  save(name: SettingName, value: SettingValues[SettingName]): Promise<SavedChange>
  /** Takes a change back, unless the file has changed since. */
  undo(change: SavedChange): Promise<void>
}

/** A change of a setting in this run. `saved` is undefined if it could not be saved. */
type SettingChange = { name: SettingName; from: unknown; to: unknown; saved: SavedChange | undefined }

export type SettingsOptions = {
  file: SettingsFile
  /** Loads the actions, with the user's own keys as they are then. */
  loadKeyboard(own: WantedKeys): Promise<Keyboard>
  /** What overrides config.json at the start, by setting: `--theme`. */
  overrides: Partial<Readonly<Record<SettingName, string>>>
  get(): SettingValues
  /** Applies a setting to the explorer. */
  apply(change: Partial<SettingValues>): void
}

/** The settings of this run. A change applies at once and is saved. */
export const createSettings = ({ file, loadKeyboard, overrides, get, apply }: SettingsOptions) => {
  const changes: SettingChange[] = []
  return {
    get,
    overrides,
    loadKeyboard: () => loadKeyboard(get().keys),
    /** The latest change that {@link undo} takes back, in words: `colours: light → dark`. */
    undoText: (): string | undefined => {
      const last = changes.at(-1)
      return last && `${SETTING_LABELS[last.name]}: ${valueText(last.from)} → ${valueText(last.to)}`
    },
    /** Applies and saves a setting. Returns a notice. */
    async change<Name extends SettingName>(name: Name, value: SettingValues[Name]): Promise<string> {
      const change: SettingChange = { name, from: get()[name], to: value, saved: undefined }
      changes.push(change)
      apply({ [name]: value })
      const text = `${capitalized(SETTING_LABELS[name])}: ${valueText(value)}`
      try {
        change.saved = await file.save(name, value)
        return `${text}. Saved in config.json.`
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return `${text}, in this session only. ${error.message}`
      }
    },
    /** Takes the latest change back, in config.json too. Returns a notice. */
    async undo(): Promise<string> {
      const last = changes.at(-1)
      if (!last) return 'No setting was changed.'
      try {
        if (last.saved) await file.undo(last.saved)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return `Not undone. ${error.message}`
      }
      changes.splice(changes.indexOf(last), 1)
      apply({ [last.name]: last.from })
      return `Undone: ${SETTING_LABELS[last.name]} ${valueText(last.from)}.`
    },
  }
}

export type Settings = ReturnType<typeof createSettings>

/** The value of a setting on the screen. */
export const valueText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return isObject(value) ? `${Object.keys(value).length} own` : String(value)
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
