import { isJsonObject, type JsonObject } from '../../../src/domain/settings-diff/json-value.ts'

/**
 * Parses the settings before and after a change, and the changed paths, from one line:
 * `mcpPolicy.enabled: true; commandAllowlist: ["a"] → []`. `-` is a missing member, `<x/* high>` a list of overrides; a
 * third value is today's.
 */
export const changedSettings = (line: string) => {
  const [before, after, today]: [JsonObject, JsonObject, JsonObject] = [{}, {}, {}]
  const paths = line.split('; ').flatMap((member) => {
    const [, path = '', text = ''] = /^(.+?): (.*)$/.exec(member) ?? []
    const values = text.split(' → ')
    const [old = '', now = old, last = now] = values
    for (const [settings, value] of [
      [before, old],
      [after, now],
      [today, last],
    ] as const)
      put(settings, path.split('.'), value)
    return values.length > 1 ? [path] : []
  })
  return { before, after, today, paths }
}

const put = (settings: JsonObject, [name = '', ...below]: string[], text: string): void => {
  if (text === '-') return
  if (below.length === 0) settings[name] = text.startsWith('<') ? overridesIn(text) : JSON.parse(text)
  else {
    const part = isJsonObject(settings[name]) ? settings[name] : {}
    settings[name] = part
    put(part, below, text)
  }
}

const overridesIn = (text: string): object[] =>
  text
    .slice(1, -1)
    .split(', ')
    .map((one) => one.split(' '))
    .map(([urlPattern, defaultLevel]) => ({ urlPattern, defaultLevel }))
