import { expect, test } from 'vitest'
import { currentSettings, notifierSchema } from '../../../src/config/notifier/notifier-schema.ts'
import { configJsonSchema } from '../../../src/config/profiles/config-schema.ts'

test('rules with the names of earlier versions are valid and get the current names', () => {
  const rules = [
    { events: ['Stop' as const], tell: false, leastTurnSeconds: 60, x: 1 },
    { tell: false, notify: true },
  ]
  expect(notifierSchema().safeParse({ rules }).success).toBe(true)
  expect(currentSettings({ perMinute: 3, rules })).toEqual({
    perMinute: 3,
    rules: [{ events: ['Stop'], notify: false, minTurnSeconds: 60, x: 1 }, { notify: true }],
  })
  expect(currentSettings({})).toEqual({})
})

test('an invalid value of an old name is reported under the current name', () => {
  const { error } = notifierSchema().safeParse({ rules: [{ tell: 'no', leastTurnSeconds: -1 }] })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['rules.0.notify', 'rules.0.minTurnSeconds'])
})

test('the JSON schema has only the current names', () => {
  const schema = configJsonSchema([])
  expect(schema).toHaveProperty('properties.hooks.properties.rules.items.properties.notify.type', 'boolean')
  expect(schema).toHaveProperty('properties.hooks.properties.rules.items.properties.minTurnSeconds.type', 'integer')
  expect(JSON.stringify(schema)).not.toMatch(/"(?:tell|leastTurnSeconds)"/)
})
