import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { type Env, withoutKey } from '../base/env.ts'
import { AppError } from '../base/errors.ts'

/** How long a launcher may take to say that it failed; one that works longer has opened something. Milliseconds. */
const LONGEST_FAILURE_MS = 2_000

/** What opens an address in the user's browser, as an argv. */
const launcherOf = (platform: string): readonly string[] => {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}

/**
 * Why an address is not opened, as the end of a sentence; undefined where it may be. Browsers and file managers do other things with other
 * kinds of addresses than show a page, and these come from a server.
 */
const whyNotOpened = (address: string): string | undefined => {
  if (!URL.canParse(address)) return 'is no address'
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return `begins with ${protocol}, not with https:`
  return username === '' && password === '' ? undefined : 'holds a user name or password'
}

/**
 * Opens a web page in the user's browser: by a launcher that is given the address as one word, without any shell and without the
 * organisation's key.
 *
 * @param platform As in `process.platform`.
 * @throws AppError `usage` for what is no address of the web, `failed` where nothing opens it.
 */
export const openAddress = async (address: string, env: Env, platform: string = process.platform): Promise<void> => {
  const why = whyNotOpened(address)
  if (why !== undefined) throw new AppError('usage', `What should be opened ${why}: nothing was opened.`)
  // Normalised, so that it holds no space, quote or control character and begins with its protocol.
  await launch([...launcherOf(platform), new URL(address).href], env)
}

/**
 * Shows a folder in the user's file manager.
 *
 * @param folder From the root, so that no launcher takes it for an option or an address.
 * @throws AppError `usage` for what is no folder, `failed` where nothing shows it.
 */
export const openFolder = async (folder: string, env: Env, platform: string = process.platform): Promise<void> => {
  if (!isAbsolute(folder) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new AppError('usage', `${folder} is no folder: was it moved or deleted?`)
  await launch([...(platform === 'win32' ? ['explorer.exe'] : launcherOf(platform)), folder], env)
}

const launch = ([name = '', ...args]: readonly string[], env: Env): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new AppError('failed', `${name} ${what}: open it yourself.`))
    const child = spawn(name, args, { env: withoutKey(env), stdio: 'ignore', detached: true })
    const timer = setTimeout(resolve, LONGEST_FAILURE_MS)
    child.once('error', () => fail('was not found, or may not be run'))
    // The file manager of Windows ends with 1 whatever it did.
    child.once('exit', (status) => (status === 0 || name === 'explorer.exe' ? resolve() : fail(`ended with ${status}`)))
    for (const end of ['error', 'exit']) child.once(end, () => clearTimeout(timer))
    child.unref()
  })
