import type { SettingsFileChange } from '../../notify/install/settings-file.ts'
import { confirm } from '../kit/change.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { printDone } from './print-rows.ts'

type ChangeTexts = {
  /** Why nothing has to be done: `already has these hooks`. */
  nothing: string
  question: string
  /** A sentence. */
  done: string
  isYes: boolean
  /** More members of the JSON output. */
  members?: object
}

/** Shows the change in a settings file of another program, asks for confirmation and writes it. */
export const changeSettingsFile = async (
  { path: file, warnings = [], difference, write }: SettingsFileChange & { warnings?: readonly string[] },
  { nothing, question, done, isYes, members }: ChangeTexts,
  deps: Deps,
): Promise<undefined> => {
  for (const warning of warnings) noteTo(deps.err, warning)
  const isChanged = difference !== ''
  if (isChanged) {
    noteTo(deps.err, difference.trimEnd())
    await confirm(question, isYes, deps)
    write()
  }
  printDone(isChanged ? done : `Nothing to do: ${file} ${nothing}.`, { file, isChanged, ...members }, deps)
}
