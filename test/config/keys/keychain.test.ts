import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createKeychain } from '../../../src/config/keys/keychain.ts'
import { keyringFolder } from '../../../src/config/keys/keyring-folder.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'

const CANARY = 'canary-of-a-keychain'

/** A keychain over a program of these words, which finds the request in `request`. */
const keychainOf = (words: string, limitMs?: number) => {
  const path = join(makeFolder(), 'program.mjs')
  writeFileSync(
    path,
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const kept = new URL('./kept', import.meta.url)
process.once('message', (request) => { ${words} })
process.on('disconnect', () => process.exit())`,
  )
  const env = { ...process.env, QUARTERDECK_API_KEY: CANARY }
  return { keychain: createKeychain({ env, program: pathToFileURL(path), ...(limitMs && { limitMs }) }), path }
}

const answers = `
  if (request.act === 'write') writeFileSync(kept, JSON.stringify({ request, argv: process.argv, env: process.env }))
  process.send({ is: 'done', secret: request.act === 'read' ? JSON.parse(readFileSync(kept)).request.secret : undefined })`

test('a secret goes there and back, and stands neither in arguments nor in the environment', async () => {
  const { keychain, path } = keychainOf(answers)
  await keychain.write('acme', CANARY)
  await expect(keychain.read('acme')).resolves.toBe(CANARY)
  const { request, argv, env } = JSON.parse(readFileSync(join(path, '..', 'kept'), 'utf8'))
  expect(request).toEqual({ act: 'write', profile: 'acme', secret: CANARY })
  expect(JSON.stringify([argv, env])).not.toContain(CANARY)
  await keychain.remove('acme')
})

test.each([
  ['that hangs', '', 'did not answer within 0.3 s: see that it is unlocked'],
  ['that will not end', 'process.on("disconnect", () => {}); for (;;);', 'did not answer within 0.3 s'],
])('one %s is given up', async (_, words, problem) => {
  const { keychain } = keychainOf(words, 300)
  const error = await failureOf(keychain.write('acme', CANARY))
  expect(error).toMatchObject({ name: 'AppError', kind: 'failed' })
  expect(error.message).toContain(`The system keychain ${problem}`)
  expect(inspect(error)).not.toContain(CANARY)
})

test.each([
  ['that ends', 'process.exit(0)', 'the process that does ended early'],
  ['that breaks', 'throw new Error("broken")', 'the process that does ended early'],
  [
    'that says no',
    'process.send({ is: "failed", why: "locked\\n by  the " + "x".repeat(300) })',
    /^The system keychain cannot be used \(locked by the x{186}\)\.$/,
  ],
])('one %s is told in a sentence', async (_, words, problem) => {
  const { keychain } = keychainOf(words)
  const error = await failureOf(keychain.read('acme'))
  expect(error).toMatchObject({ name: 'AppError', kind: 'failed' })
  expect(error.message).toMatch(problem)
})

test('our own program answers or says why not, whatever this machine has', async () => {
  const keychain = createKeychain({ env: process.env, limitMs: 20_000 })
  const answer = await keychain.read(`no-such-profile-${process.pid}`).catch((error: Error) => error.message)
  expect(answer ?? 'The system keychain').toMatch(/^The system keychain/)
})

test('the keyring is taken from the package and from beside it, and from no folder above', () => {
  const home = makeFolder()
  const install = (folder: string) => {
    const keyring = join(folder, 'node_modules', '@napi-rs', 'keyring')
    mkdirSync(keyring, { recursive: true })
    writeFileSync(join(keyring, 'package.json'), '{}')
    return keyring
  }
  const own = join(home, 'project', 'node_modules', 'quarterdeck')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'package.json'), '{"name": "quarterdeck"}')
  const find = () => keyringFolder(join(own, 'keychain-process.js'))
  install(home)
  expect(find()).toBeUndefined()
  const beside = install(join(home, 'project'))
  expect(find()).toBe(beside)
  const below = install(own)
  expect(find()).toBe(below)
})
