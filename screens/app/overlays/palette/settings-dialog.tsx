import { useState } from 'react'
import { THEME_NAMES, THEMES } from '../../../../src/base/theme-name.ts'
import { ChoiceDialog } from '../../../../src/ui/dialog/choice-dialog.tsx'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import { useSession } from '../../../kit/session/session.ts'
import {
  type Keyboard,
  SETTING_LABELS,
  type SettingName,
  type SettingValues,
  valueText,
} from '../../../kit/session/settings.ts'
import { RemapForm } from './remap-form.tsx'

/** The key of each setting, and what it does. */
const rows = {
  theme: { key: 't', what: (theme) => THEMES[theme] },
  mouse: { key: 'm', what: () => 'wheel and clicks; hold Shift to select text' },
  pseudonyms: { key: 'n', what: () => 'for users, on screen and in copies' },
  compare: { key: 'd', what: () => 'with the previous period' },
  keys: { key: 'b', what: () => 'gives an action another key' },
} as const satisfies { [Name in SettingName]: { key: string; what: (value: SettingValues[Name]) => string } }

const NAMES = Object.keys(rows) as SettingName[]

/** The settings of all screens. A change applies at once and is saved; the dialog stays open. */
export const SettingsDialog = () => {
  const { settings } = useSession()
  const { showNotice } = useDialogPlace()
  const [{ chosen, changes }, setChosen] = useState<{ chosen: SettingName | 'undo'; changes: number }>({
    chosen: 'theme',
    changes: 0,
  })
  const [isTheming, setTheming] = useState(false)
  const [keyboard, setKeyboard] = useState<Keyboard>()
  const show = (next: SettingName | 'undo', notice: Promise<string>) =>
    void notice.then((text) => {
      showNotice(text)
      setChosen((before) => ({ chosen: next, changes: before.changes + 1 }))
    })
  const values = settings.get()
  if (isTheming) {
    return (
      <ChoiceDialog
        title="Settings: colours"
        chosen={values.theme}
        options={THEME_NAMES.map((name) => ({ value: name, key: name.charAt(0), label: name, detail: THEMES[name] }))}
        onChoose={(name) => {
          setTheming(false)
          show('theme', settings.change('theme', name))
        }}
        leave={() => setTheming(false)}
      />
    )
  }
  if (keyboard) return <RemapForm keyboard={keyboard} leave={() => setKeyboard(undefined)} />
  const undoText = settings.undoText()
  const options = NAMES.map((name) => ({
    value: name,
    key: rows[name].key,
    label: SETTING_LABELS[name],
    detail: `${valueText(values[name]).padEnd(VALUE_CELLS)}${whatText(name, values, settings.overrides[name])}`,
  }))
  return (
    <ChoiceDialog<SettingName | 'undo'>
      // A new key after each change: the dialog shows the new values, and the same setting can be chosen again.
      key={changes}
      title="Settings, saved in config.json"
      chosen={chosen}
      options={[
        ...options,
        { value: 'undo', key: 'u', label: 'undo', detail: undoText ?? 'nothing was changed in this session' },
      ]}
      onChoose={(name) => {
        if (name === 'theme') setTheming(true)
        else if (name === 'undo') show('undo', settings.undo())
        else if (name === 'keys') void settings.loadKeyboard().then(setKeyboard)
        else show(name, settings.change(name, !values[name]))
      }}
    />
  )
}

/** Cells of a value and the gap after it. */
const VALUE_CELLS = Math.max(...THEME_NAMES.map((name) => name.length)) + 2

/** What a setting does, unless its value comes from elsewhere, which is more important. */
const whatText = (name: SettingName, values: SettingValues, override: string | undefined): string => {
  if (override !== undefined) return `${override} is given, which overrides config.json at the start`
  return name === 'theme' ? rows.theme.what(values.theme) : rows[name].what()
}
