import { isAbsolute, normalize } from 'node:path'
import { anyText, type Codec, dayText, wholeNumber } from '../../kit/screen/link-members.ts'
import type { Target } from '../../kit/screen/target.ts'

/** From the root, without a step up, and on this machine: two slashes begin the name of another one. */
const ownPath: Codec = {
  format: (value) => anyText.format(value),
  parse: (text) => (isAbsolute(text) && normalize(text) === text && !/^[\\/]{2}/.test(text) ? text : undefined),
}

/** How each member of a target is written in links. One that is added to targets has to be added here. */
export const targetMembers: Record<keyof Target, (Codec & { isPersonal?: boolean }) | undefined> = {
  view: anyText,
  // A link says which row is selected, whichever the list was opened at.
  row: undefined,
  day: dayText,
  person: { ...anyText, isPersonal: true },
  model: anyText,
  revision: wholeNumber,
  base: wholeNumber,
  path: anyText,
  repository: anyText,
  criterion: anyText,
  key: anyText,
  job: anyText,
  archive: ownPath,
  page: anyText,
}

export const TARGET_MEMBERS = Object.keys(targetMembers) as (keyof Target)[]

/** Those that links carry. */
export const LINKED_MEMBERS = Object.entries(targetMembers).flatMap(([name, codec]) =>
  codec ? [{ name: name as keyof Target, ...codec }] : [],
)
