import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { KeychainRequest, KeychainResponse } from './keychain.ts'
import { keyringFolder } from './keyring-folder.ts'

// Makes one request to the system's keychain and ends. keychain.ts starts it.

const SERVICE = 'quarterdeck'

const handleRequest = async (request: KeychainRequest): Promise<KeychainResponse> => {
  try {
    // The package is an optional dependency, because it is not available for some systems.
    const folder = keyringFolder(fileURLToPath(import.meta.url))
    if (folder === undefined) return { is: 'failed', why: '@napi-rs/keyring is not installed' }
    const { Entry }: typeof import('@napi-rs/keyring') = createRequire(import.meta.url)(folder)
    const entry = new Entry(SERVICE, request.profile)
    if (request.act === 'read') return { is: 'done', secret: entry.getPassword() ?? undefined }
    if (request.act === 'write') entry.setPassword(request.secret)
    else if (entry.getPassword() !== null) entry.deletePassword()
    return { is: 'done', secret: undefined }
  } catch (error) {
    return { is: 'failed', why: (error as Error).message ?? 'an error' }
  }
}

process.once('message', async (request: KeychainRequest) => {
  process.send?.(await handleRequest(request))
})
// The parent process has ended.
process.on('disconnect', () => process.exit())
