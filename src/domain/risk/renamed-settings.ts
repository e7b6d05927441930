import { isJsonObject } from '../settings-diff/json-value.ts'
import type { Path, Step } from '../settings-diff/setting-path.ts'
import { valueAt } from '../settings-diff/value-at.ts'
import type { Values } from './risk-verdict.ts'

/** Members that got another name, which some deployments have and others have not: a rename changes nothing. */
const RENAMED_SETTINGS = [{ of: 'sessionDefaultSettings', from: 'autonomyLevel', to: 'autonomyMode' }] as const

/**
 * Settings of one part with renamed members by one name, so that they can be compared: by the newer name where one of the two
 * revisions has that, else by the older one.
 *
 * @param step - Which part of the settings they are of.
 */
export const asNamedAlike = (values: Values, step: Step | undefined): Values => {
  const renamed = RENAMED_SETTINGS.find(({ of }) => step?.is === 'member' && step.name === of)
  if (!renamed) return values
  const isNewer = [values.old, values.now].some((value) => isJsonObject(value) && Object.hasOwn(value, renamed.to))
  const [from, to] = isNewer ? [renamed.from, renamed.to] : [renamed.to, renamed.from]
  const old = named(values.old, from, to)
  const now = named(values.now, from, to)
  return { old, now, last: values.last === values.now ? now : named(values.last, from, to) }
}

/** What settings have at a path, by whichever name a renamed member has in them; undefined for nothing. */
export const namedValueAt = (settings: unknown, path: Path): unknown => {
  const value = valueAt(settings, path)
  const [part, member, ...below] = path
  const renamed = RENAMED_SETTINGS.find(({ of }) => part?.is === 'member' && part.name === of)
  if (value !== undefined || !renamed || !part || member?.is !== 'member') return value
  const { from, to } = renamed
  const name = member.name === from ? to : member.name === to ? from : member.name
  return valueAt(settings, [part, { is: 'member', name }, ...below])
}

const named = (value: unknown, from: string, to: string): unknown => {
  if (!isJsonObject(value) || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value
  const { [from]: member, ...others } = value
  return { ...others, [to]: member }
}
