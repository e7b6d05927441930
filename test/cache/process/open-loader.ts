import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startLoader } from '../../../src/app/connect.ts'
import { createProcessLoader, type LoaderProcess } from '../../../src/cache/process/process-loader.ts'
import type { Credentials } from '../../../src/config/credentials.ts'
import { compileCache } from '../../helpers/compile-cache.ts'
import { NOW, startDemo } from '../../helpers/demos.ts'
import { type FrontRule, startFront } from '../../helpers/front-server.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

/** The built process, which starts in half the time of the sources. */
export const builtLoader = new URL('../../../dist/loader-process.js', import.meta.url)

type LoaderOptions = { rule?: FrontRule; change?: Partial<Credentials>; home?: string; isOffline?: boolean }

/** A loader in a process of its own, as the explorer starts it. */
export const openLoader = async ({ rule, change, home = makeFolder(), isOffline = false }: LoaderOptions = {}) => {
  const front = await startFront(await startDemo(), rule)
  const started: LoaderProcess[] = []
  const start = () => {
    const credentials = { baseUrl: front.url, appUrl: front.url, apiKey: front.key, keySource: 'test', ...change }
    const folders = { XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), ...compileCache() }
    const remote = startLoader({ credentials, isOffline }, folders, builtLoader)
    started.push(remote)
    return remote
  }
  const loader = createProcessLoader(start, () => NOW, isOffline)
  onTestFinished(async () => {
    await loader.close()
    await front.close()
  })
  return { loader, front, started, home }
}
