import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { foldersIn } from '../helpers/pty.ts'

const service = fileService()

const TEXT = `{
  // Settings of the team.
  "mouse": true, // for the trackpad
  "keys": { "usage.nextMeasure": "v" }
}
`

const openSettings = async (home: string, args: readonly string[] = []) => {
  const env = { ...service.env, ...foldersIn(home), XDG_CONFIG_HOME: home }
  const program = open({ args: ['--screen', 'usage', ...args], env })
  await program.waitFor(([first = '']) => first.includes('● now') && first.includes('0 req'))
  program.type(':settings\r')
  await program.waitFor('── Settings, saved in config.json')
  return program
}

test('a setting is saved in a file with comments, kept for the next run, and taken back exactly', async () => {
  const home = makeFolder()
  const path = join(home, 'quarterdeck', 'config.json')
  mkdirSync(join(home, 'quarterdeck'))
  writeFileSync(path, TEXT)
  const program = await openSettings(home)
  await program.waitFor((screen) => screen.some((row) => /mouse +on /.test(row)))
  await program.pressUntil('t', 'Settings: colours')
  await program.pressUntil('l', 'Colours: light. Saved in config.json.')
  const saved = TEXT.replace('"v" }', '"v" },\n  "theme": "light"')
  expect(readFileSync(path, 'utf8')).toBe(saved)
  await program.pressUntil('m', 'Mouse: off. Saved in config.json.')
  expect(readFileSync(path, 'utf8')).toBe(saved.replace('true', 'false'))
  await program.pressUntil('u', 'Undone: mouse on.')
  expect(readFileSync(path, 'utf8')).toBe(saved)
  program.press('^c ^c ^c')
  await program.exited

  const next = await openSettings(home, ['--theme', 'contrast'])
  await next.waitFor('--theme is given, which overrides config.json at the start')
  next.press('^c ^c ^c')
  await next.exited
  const last = await openSettings(home)
  await last.waitFor((screen) => screen.some((row) => /colours +light +for a light terminal/.test(row)))
})

test('a key is remapped at once, in the file next to the others, and that is taken back', async () => {
  const home = makeFolder()
  const path = join(home, 'quarterdeck', 'config.json')
  mkdirSync(join(home, 'quarterdeck'))
  writeFileSync(path, TEXT)
  const program = await openSettings(home)
  await program.pressUntil('b', '── Remap a key')
  program.type('usage.previousMeasure\r')
  await program.typeUntil('j', (screen) => screen.some((row) => /^▌key +j.*✗/.test(row)))
  program.press('^u')
  program.type('i\r')
  await program.waitFor('Keys: 2 own. Saved in config.json.')
  expect(readFileSync(path, 'utf8')).toBe(TEXT.replace('"v" }', '"v", "usage.previousMeasure":"i" }'))
  const isCredits = ([, , , head = '']: string[]) => /\[credits\].* total [\d,]+ /.test(head)
  await program.waitFor(isCredits)
  await program.pressUntil('i', (screen) => !isCredits(screen))
  await program.pressUntil('v', isCredits)
  program.type(':settings\r')
  await program.waitFor('keys: 1 own → 2 own')
  await program.pressUntil('u', 'Undone: keys 1 own.')
  expect(readFileSync(path, 'utf8')).toBe(TEXT)
})
