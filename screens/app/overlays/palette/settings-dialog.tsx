import { useState } from 'react'
import { THEME_NAMES, THEMES } from '../../../../src/base/theme-name.ts'
import { ChoiceDialog } from '../../../../src/ui/dialog/choice-dialog.tsx'
import { useSession } from '../../../kit/session/session.ts'

/** Settings that are on or off, and what each does. */
const switches = [
  { value: 'isMouse', key: 'm', label: 'mouse', what: 'wheel and clicks; set "mouse" in config.json to keep it' },
  { value: 'isPrivate', key: 'n', label: 'pseudonyms', what: 'for users, on screen and in copies' },
  { value: 'isComparing', key: 'd', label: 'comparison', what: 'with the previous period' },
] as const

type Setting = 'theme' | (typeof switches)[number]['value']

/** Settings of all screens until the explorer exits, with their values. The dialog stays open while they change. */
export const SettingsDialog = () => {
  const { get, set, setTheme } = useSession()
  const [{ chosen, changes }, setChosen] = useState<{ chosen: Setting; changes: number }>({
    chosen: 'theme',
    changes: 0,
  })
  const [isTheming, setTheming] = useState(false)
  if (isTheming) {
    return (
      <ChoiceDialog
        title="Settings: colours"
        options={THEME_NAMES.map((name) => ({ value: name, key: name.charAt(0), label: name, detail: THEMES[name] }))}
        onChoose={(name) => {
          setTheme(name)
          setTheming(false)
        }}
        leave={() => setTheming(false)}
      />
    )
  }
  const colours = `${THEME_NAMES.join(', ')}; set "theme" in config.json to keep it`
  return (
    <ChoiceDialog<Setting>
      // A new key after each change: the dialog shows the new values, and the same setting can be chosen again.
      key={changes}
      title="Settings"
      chosen={chosen}
      options={[
        { value: 'theme', key: 't', label: 'colours', detail: colours },
        ...switches.map(({ what, ...one }) => ({ ...one, detail: `${get()[one.value] ? 'on ' : 'off'}  ${what}` })),
      ]}
      onChoose={(setting) => {
        if (setting === 'theme') setTheming(true)
        else set({ [setting]: !get()[setting] })
        setChosen({ chosen: setting, changes: changes + 1 })
      }}
    />
  )
}
