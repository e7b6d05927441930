import type { KeychainAnswer, KeychainRequest } from './keychain.ts'

// Asks the system's keychain once and ends. Started by keychain.ts.

const SERVICE = 'quarterdeck'

const answerTo = async (request: KeychainRequest): Promise<KeychainAnswer> => {
  try {
    // An optional dependency: not every system has a build of it.
    const { Entry } = await import('@napi-rs/keyring')
    const entry = new Entry(SERVICE, request.profile)
    if (request.act === 'read') return { is: 'done', secret: entry.getPassword() ?? undefined }
    if (request.act === 'write') entry.setPassword(request.secret)
    else if (entry.getPassword() !== null) entry.deletePassword()
    return { is: 'done', secret: undefined }
  } catch (error) {
    const { code, message = 'an error' } = error as NodeJS.ErrnoException
    return { is: 'failed', why: code === 'ERR_MODULE_NOT_FOUND' ? '@napi-rs/keyring is not installed' : message }
  }
}

process.once('message', async (request: KeychainRequest) => {
  process.send?.(await answerTo(request))
})
// Whoever asked has gone.
process.on('disconnect', () => process.exit())
