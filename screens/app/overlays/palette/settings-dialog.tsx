import { useState } from 'react'
import { THEME_NAMES, THEMES } from '../../../../src/base/theme-name.ts'
import { ChoiceDialog } from '../../../../src/ui/dialog/choice-dialog.tsx'
import { useSession, useSessionState } from '../../../kit/session/session.ts'

type Setting = 'theme' | 'mouse' | 'private' | 'comparing'

/** What holds for all screens until the explorer is left, how it stands, and what keeps it. It stays open while that is changed. */
export const SettingsDialog = () => {
  const session = useSession()
  const isMouse = useSessionState('isMouse')
  const isPrivate = useSessionState('isPrivate')
  const isComparing = useSessionState('isComparing')
  const [changes, setChanges] = useState(0)
  const [chosen, setChosen] = useState<Setting>('theme')
  const [isTheming, setTheming] = useState(false)
  if (isTheming) {
    return (
      <ChoiceDialog
        title="Settings: colours"
        options={THEME_NAMES.map((name) => ({ value: name, key: name.charAt(0), label: name, detail: THEMES[name] }))}
        onChoose={(name) => {
          session.setTheme(name)
          setTheming(false)
        }}
        leave={() => setTheming(false)}
      />
    )
  }
  const act: Record<Setting, () => void> = {
    theme: () => setTheming(true),
    mouse: () => session.set({ isMouse: !isMouse }),
    private: () => session.set({ isPrivate: !isPrivate }),
    comparing: () => session.set({ isComparing: !isComparing }),
  }
  const stands = (isOn: boolean, what: string): string => `${isOn ? 'on ' : 'off'}  ${what}`
  return (
    <ChoiceDialog
      // What was chosen stands otherwise now, and can be chosen again.
      key={changes}
      title="Settings"
      chosen={chosen}
      options={[
        {
          value: 'theme',
          key: 't',
          label: 'colours',
          detail: `${THEME_NAMES.join(', ')}; "theme" in config.json keeps one`,
        },
        {
          value: 'mouse',
          key: 'm',
          label: 'mouse',
          detail: stands(isMouse, 'wheel and clicks; "mouse" in config.json keeps it'),
        },
        {
          value: 'private',
          key: 'n',
          label: 'pseudonyms',
          detail: stands(isPrivate, 'for people, on screen and in what is copied'),
        },
        { value: 'comparing', key: 'd', label: 'comparison', detail: stands(isComparing, 'with the period before') },
      ]}
      onChoose={(setting) => {
        setChosen(setting)
        act[setting]()
        setChanges(changes + 1)
      }}
    />
  )
}
