import { AppError } from '../../../src/base/errors.ts'
import type { Client } from '../../../src/client/client.ts'

export const NOW = Date.UTC(2026, 10, 21, 9)

type Waiting<Query> = { query: Query; isWanted: boolean; answer: (isWell: boolean) => void }

/** A client whose calls wait until the test answers them, in any order, with a body or a failure, even after they were aborted. */
export const scriptedClient = <Query>(bodyOf: (query: Query) => object) => {
  const waiting: Waiting<Query>[] = []
  const call = (_name: string, { query }: { query: Query }, { signal }: { signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const answer = (isWell: boolean) => {
        waiting.splice(waiting.indexOf(one), 1)
        if (!isWell) return reject(new AppError('failed', 'on fire', { status: 500 }))
        const body = bodyOf(query)
        resolve({ body, raw: structuredClone(body), problemCount: 0, serverDate: NOW })
      }
      const one = { query, isWanted: true, answer }
      signal?.addEventListener('abort', () => {
        one.isWanted = false
      })
      waiting.push(one)
    })
  const wanted = () => waiting.filter(({ isWanted }) => isWanted)
  return { client: { call, serverNow: () => NOW } as unknown as Client, waiting, wanted }
}

/** Waits until all pending promise callbacks have run. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn++) await Promise.resolve()
}
