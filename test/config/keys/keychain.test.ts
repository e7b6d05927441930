import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createKeychain } from '../../../src/config/keys/keychain.ts'
import { keyringFolder } from '../../../src/config/keys/keyring-folder.ts'
import { failureOf, makeFolder } from '../../helpers/make-folder.ts'

const CANARY = 'canary-of-a-keychain'

/** A keychain that runs this code as its program, with the request in the variable `request`. */
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

test('a secret is written and read, and is neither in arguments nor in the environment', async () => {
  const { keychain, path } = keychainOf(answers)
  await keychain.write('acme', CANARY)
  await expect(keychain.read('acme')).resolves.toBe(CANARY)
  const { request, argv, env } = JSON.parse(readFileSync(join(path, '..', 'kept'), 'utf8'))
  expect(request).toEqual({ act: 'write', profile: 'acme', secret: CANARY })
  expect(JSON.stringify([argv, env])).not.toContain(CANARY)
  await keychain.remove('acme')
})

test.each([
  ['that hangs', 300, '', /did not respond within 0\.3 s; check that it is unlocked/],
  ['that will not end', 300, 'process.on("disconnect", () => {}); for (;;);', /did not respond within 0\.3 s/],
  ['that ends', undefined, 'process.exit(0)', /its process ended early/],
  ['that throws', undefined, 'throw new Error("broken")', /its process ended early/],
  [
    'that refuses',
    undefined,
    'process.send({ is: "failed", why: "locked\\n by  the " + "x".repeat(300) })',
    /^The system keychain cannot be used \(locked by the x{186}\)\.$/,
  ],
])('a program %s is an error of one sentence', async (_, limitMs, words, problem) => {
  const { keychain } = keychainOf(words, limitMs)
  const error = await failureOf(keychain.write('acme', CANARY))
  expect(error).toMatchObject({ name: 'AppError', kind: 'failed' })
  expect(error.message).toMatch(problem)
  expect(inspect(error)).not.toContain(CANARY)
})

test('the keychain process answers, or fails with a sentence, on any machine', async () => {
  const keychain = createKeychain({ env: process.env, limitMs: 20_000 })
  const answer = await keychain.read(`no-such-profile-${process.pid}`).catch((error: Error) => error.message)
  expect(answer ?? 'The system keychain').toMatch(/^The system keychain/)
})

test("the keyring is loaded from the package's node_modules or from next to the package, and from no parent folder", () => {
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
  const inProject = install(join(home, 'project'))
  expect(find()).toBe(inProject)
  const below = install(own)
  expect(find()).toBe(below)
})
