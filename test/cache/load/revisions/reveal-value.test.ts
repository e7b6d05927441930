import { expect, test } from 'vitest'
import { AppError } from '../../../../src/base/errors.ts'
import { MASK } from '../../../../src/domain/secrets/mask-settings.ts'
import { secretMark } from '../../../../src/domain/secrets/mask-text.ts'
import { type Path, parsePath } from '../../../../src/domain/settings-diff/setting-path.ts'
import { queriesFor, sourceFor } from '../../../helpers/cached-layer.ts'
import { type HistoryState, openHistory } from '../../../helpers/history-client.ts'
import { failureOf } from '../../../helpers/make-folder.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const now = () => NOW

const SECRET = 'the secret of revision'
const row = (revision: number) => ({ revision, settings: { env: { TOKEN: `${SECRET} ${revision}` }, revision } })
const token = parsePath('env.TOKEN') as Path

const open = (change: Partial<HistoryState> = {}) => openHistory(now, { newest: 500, row, ...change })

test.each<[what: string, loaded: number, newest: number, revision: number, requested: string[]]>([
  ['from the newest page of an unknown history', 0, 500, 350, ['newest 100', 'c400 51']],
  ['with one small page near the newest', 1, 503, 498, ['newest 7']],
  ['in large pages after many new revisions', 1, 650, 498, ['newest 7', 'c643 100', 'c543 46']],
  ['from a page whose cursor is known', 300, 500, 290, ['c300 11']],
  ['without other revisions if a page starts with it', 300, 500, 400, ['c400 1']],
  ['from the newest page again if the server rejects the cursor', 100, 510, 399, ['c400 2', 'newest 100', 'c410 12']],
])('a value is loaded %s', async (_, loaded, newest, revision, expected) => {
  const { state, requested, client, ledger, source } = open()
  if (loaded > 0) await source.loadRevisions(loaded)
  requested.length = 0
  state.newest = newest
  if (newest === 510) state.forgotten.add('c400')
  // Another process has the numbers from the ledger but no cursors.
  const reader = loaded === 1 ? sourceFor(client, now, ledger) : source
  expect(await reader.reveal(revision, token)).toBe(`${SECRET} ${revision}`)
  expect(requested).toEqual(expected)
})

test('a secret value is requested each time and never cached', async () => {
  const { state, requested, ledger, source } = open({ newest: 3 })
  const { data } = await source.loadRevisions(3)
  requested.length = 0
  expect(await source.reveal(2, token)).toBe(`${SECRET} 2`)
  state.row = (revision) => ({ revision, settings: { env: { TOKEN: 'another' } } })
  expect(await source.reveal(2, token)).toBe('another')
  expect(requested).toHaveLength(2)
  expect(ledger.readRevisions(10).rows).toEqual(data)
  const { data: again } = await source.loadRevisions(3)
  for (const held of [data, again]) expect(JSON.stringify(held)).not.toContain(SECRET)
})

test('a missing revision is not found without loading the whole history', async () => {
  const { requested, source } = open({ row: (revision) => (revision === 350 ? undefined : row(revision)) })
  await expect(source.reveal(350, token)).rejects.toMatchObject({
    kind: 'notFound',
    message: 'No revision 350. See qd controls history.',
  })
  expect(requested).toEqual(['newest 100', 'c400 51', 'c349 1'])
  await expect(source.reveal(501, token)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(source.reveal(0, token)).rejects.toMatchObject({ kind: 'notFound' })
})

test('a history in any order is walked until the revision is found; otherwise the error gives the reason', async () => {
  const { source } = open({
    pages: {
      newest: { changes: [row(1), row(9)], pagination: { hasMore: true, nextCursor: 'x' } },
      x: { changes: [row(5), row(7)], pagination: { hasMore: false } },
    },
  })
  expect(await source.reveal(7, token)).toBe(`${SECRET} 7`)
  const newest = { changes: [row(9), row(8)], pagination: { hasMore: true } }
  await expect(open({ pages: { newest } }).source.reveal(3, token)).rejects.toMatchObject({
    kind: 'incomplete',
    message: 'The server has more pages but sent no cursor.',
  })
})

test('offline no secrets are revealed', async () => {
  const { ledger } = open()
  await expect(sourceFor(undefined, now, ledger).reveal(2, token)).rejects.toMatchObject({
    kind: 'incomplete',
    message: 'Offline: secrets are not cached. They can be shown only when online.',
  })
})

test('an error of this program does not contain the secret', async () => {
  const { client, source } = open()
  const call = client.call
  Object.assign(client, {
    call: async (...request: Parameters<typeof call>) => {
      const reply = await call(...request)
      const settings = {
        get env(): never {
          throw new TypeError(`cannot read ${SECRET} 500`)
        },
      }
      return { ...reply, body: { changes: [{ revision: 500, settings }] } }
    },
  })
  const error = await source.reveal(500, token).catch((reason: unknown) => reason as AppError)
  expect(error).toBeInstanceOf(AppError)
  expect((error as AppError).kind).toBe('failed')
  expect(`${(error as AppError).stack}${(error as AppError).cause}`).not.toContain(SECRET)
})

test('queries do not store a revealed value; leaving, cancelling or closing ends the request', async () => {
  const { client } = open({ newest: 3 })
  let isHeld = false
  const call = client.call
  const holding = (async (...request: Parameters<typeof call>) => {
    if (!isHeld) return call(...request)
    const signal = request[2]?.signal
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }) as typeof call
  const queries = queriesFor({ ...client, call: holding, log: noLog } as never, now)
  expect(await queries.reveal(2, token)).toBe(`${SECRET} 2`)
  expect(JSON.stringify(queries.read('revisions', { limit: 3 }))).not.toContain(SECRET)
  isHeld = true
  const left = new AbortController()
  const first = queries.reveal(2, token, left.signal)
  left.abort()
  await expect(first).rejects.toBeInstanceOf(AppError)
  const second = queries.reveal(2, token)
  queries.cancel()
  await expect(second).rejects.toBeInstanceOf(AppError)
  const third = queries.reveal(2, token)
  queries.close()
  await expect(third).rejects.toBeInstanceOf(AppError)
})

const noLog = { entries: () => [], inFlight: 0, subscribe: () => () => {} }

test.each([
  ['placeholders', MASK],
  ['placeholders in a text', `https://${MASK}@git.example`],
  ['marks with a hash', secretMark('0123456789abcdef')],
])('settings that the server stores as %s are not revealed, and one sentence says why', async (_, stored) => {
  const { source } = open({ newest: 3, row: (revision) => ({ revision, settings: { env: { TOKEN: stored } } }) })
  const { message } = await failureOf(source.reveal(2, token))
  expect(message).toBe("The team's server stores settings masked: only the vendor can show secrets.")
  const [env] = [parsePath('env') as Path]
  await expect(source.reveal(2, env)).rejects.toMatchObject({ kind: 'failed', message })
})
