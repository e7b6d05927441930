import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startLoader } from '../../../src/app/connect.ts'
import type { Loader } from '../../../src/cache/load/own-loader.ts'
import { createProcessLoader, type LoaderProcess } from '../../../src/cache/process/process-loader.ts'
import type { Credentials } from '../../../src/config/credentials.ts'
import { compileCache } from '../../helpers/compile-cache.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { type Front, type FrontRule, startFront } from '../../helpers/front-server.ts'

/** A process, and whether it has ended. */
type Started = LoaderProcess & { isGone: boolean }
/** The process that loads as it is shipped, which also starts in half the time. */
export const builtLoader = new URL('../../../dist/loader-process.js', import.meta.url)

type Opened = { loader: Loader; front: Front; started: Started[]; home: string }

/** The process as the explorer starts it, on folders of its own. */
export const openLoader = async (
  rule?: FrontRule,
  change: Partial<Credentials> = {},
  home = makeHome(),
): Promise<Opened> => {
  const front = await startFront(await startDemo(), rule)
  const started: Started[] = []
  const start = () => {
    const credentials = { baseUrl: front.url, appUrl: front.url, apiKey: front.key, keySource: 'test', ...change }
    const remote = startLoader(
      { credentials },
      { XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), ...compileCache() },
      builtLoader,
    )
    const one = Object.assign(remote, { isGone: false })
    remote.on('exit', () => {
      one.isGone = true
    })
    started.push(one)
    return one
  }
  const loader = createProcessLoader(start, () => NOW)
  onTestFinished(async () => {
    await loader.close()
    await front.close()
  })
  return { loader, front, started, home }
}

const makeHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-loader-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return home
}
