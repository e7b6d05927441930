import { expect, test } from 'vitest'
import { createSettings, type SettingsFile, type SettingValues } from '../../../../screens/kit/session/settings.ts'
import { AppError } from '../../../../src/base/errors.ts'

/** Settings over a file that records what is saved and taken back, and fails on request. */
const openSettings = (failures: { save?: string; undo?: string } = {}) => {
  const calls: string[] = []
  let values: SettingValues = { theme: 'auto', mouse: false, pseudonyms: false, compare: true, keys: {} }
  const act = (call: string, problem: string | undefined) => {
    if (problem !== undefined) throw new AppError('failed', problem)
    calls.push(call)
  }
  const file: SettingsFile = {
    save: async (name, value) => {
      act(`save ${name} ${value}`, failures.save)
      return { before: '', after: `${name} ${value}` }
    },
    undo: async ({ after }) => act(`undo ${after}`, failures.undo),
  }
  const loadKeyboard = async () => ({ actions: [], problemOf: () => undefined })
  const apply = (change: Partial<SettingValues>) => {
    values = { ...values, ...change }
  }
  return Object.assign(createSettings({ file, loadKeyboard, overrides: {}, get: () => values, apply }), {
    calls,
    failures,
  })
}

test('changes apply at once, are saved, and are taken back one by one, in the file too', async () => {
  const settings = openSettings()
  expect(await settings.undo()).toBe('No setting was changed.')
  const saving = settings.change('theme', 'light')
  expect(settings.get().theme).toBe('light')
  expect(await saving).toBe('Colours: light. Saved in config.json.')
  expect(await settings.change('mouse', true)).toBe('Mouse: on. Saved in config.json.')
  expect(settings.undoText()).toBe('mouse: off → on')
  expect(await settings.undo()).toBe('Undone: mouse off.')
  expect(await settings.undo()).toBe('Undone: colours auto.')
  expect([settings.get().theme, settings.get().mouse, settings.undoText()]).toEqual(['auto', false, undefined])
  expect(settings.calls).toEqual(['save theme light', 'save mouse true', 'undo mouse true', 'undo theme light'])
})

test('a change that cannot be saved applies to this session, says so, and is taken back without the file', async () => {
  const settings = openSettings({ save: 'config.json, line 3: invalid JSON.' })
  expect(await settings.change('compare', false)).toBe(
    'Comparison: off, in this session only. config.json, line 3: invalid JSON.',
  )
  expect(settings.get().compare).toBe(false)
  expect(await settings.undo()).toBe('Undone: comparison on.')
  expect(settings.get().compare).toBe(true)
})

test('a change is not taken back while its file cannot be', async () => {
  const settings = openSettings({ undo: 'config.json was changed by another program, so nothing was written.' })
  await settings.change('theme', 'mono')
  expect(await settings.undo()).toBe('Not undone. config.json was changed by another program, so nothing was written.')
  expect([settings.get().theme, settings.undoText()]).toEqual(['mono', 'colours: auto → mono'])
})
