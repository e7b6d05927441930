import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { createCaller, type Methods, serveCalls } from '../../../src/cache/process/calls.ts'
import { createProcessLoader, type LoaderProcess } from '../../../src/cache/process/process-loader.ts'

/** Both ends, each message copied as between processes and delivered in a turn of its own. */
const open = (methods: Methods) => {
  const served = serveCalls(
    async (reply) => void setImmediate(() => caller.take(structuredClone(reply))),
    methods,
    () => {},
  )
  const caller = createCaller((request) => void setImmediate(() => served.take(structuredClone(request))))
  return caller
}

test('a call reports progress in order, then its result', async () => {
  const { call } = open({
    add: async (one: number, other: number, { onStep }: { onStep: (step: string) => Promise<void> }) => {
      await onStep('first')
      await onStep('second')
      return one + other
    },
  })
  const steps: string[] = []
  expect(await call('add', [1, 2, { onStep: (step: string) => steps.push(step) }])).toBe(3)
  expect(steps).toEqual(['first', 'second'])
})

test('an error arrives with all its parts, a bug with its stack', async () => {
  const howToCheck = 'See qd computers list.'
  const request = { method: 'PATCH', url: 'https://api.example/c' }
  const { call } = open({
    refuse: () => {
      throw new AppError('outcomeUnknown', 'lost', { status: 502, request, howToCheck, cause: new Error('reset') })
    },
    fail: () => {
      throw new TypeError('a mistake')
    },
  })
  const refused = (await call('refuse', []).catch((error) => error)) as AppError
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ kind: 'outcomeUnknown', message: 'lost', status: 502, request, howToCheck })
  expect(refused.cause).toContain('reset')
  expect(await call('fail', []).catch((error) => error)).toMatchObject({
    kind: 'failed',
    cause: expect.stringContaining('a mistake'),
  })
})

test('a signal aborts the call in the other process, and an already aborted one sends nothing', async () => {
  let calls = 0
  const { call } = open({
    wait: ({ signal }: { signal: AbortSignal }) => {
      calls += 1
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new AppError('interrupted', 'x'))),
      )
    },
  })
  const controller = new AbortController()
  const waiting = call('wait', [{ signal: controller.signal }])
  await turn()
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'interrupted', message: 'x' })
  await expect(call('wait', [{ signal: controller.signal }])).rejects.toMatchObject({ kind: 'interrupted' })
  expect(calls).toBe(1)
})

/** A process that never replies. */
const silentProcess = () => {
  let fail = (_error: unknown) => {}
  const methods: string[] = []
  const process: LoaderProcess = {
    send: ({ method }) => void methods.push(method),
    on: (event: string, listener: (value: never) => void) => {
      if (event === 'error') fail = listener as typeof fail
    },
    kill: vi.fn(async () => {}),
  }
  return { process, methods, fail: (error: unknown) => fail(error) }
}

test('closing kills a process without replies, and every call ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { process, methods } = silentProcess()
  const loader = createProcessLoader(
    () => process,
    () => 0,
  )
  const load = loader.load('reports', {}).catch((error) => error)
  const change = loader.actions.change('deleteWiki', { params: { wikiRunId: 'w' } })
  const closed = loader.close()
  await vi.advanceTimersByTimeAsync(4_000)
  await closed
  expect(process.kill).toHaveBeenCalledTimes(1)
  expect(await load).toMatchObject({ kind: 'interrupted' })
  expect(await change).toMatchObject({ is: 'unknown', error: { kind: 'outcomeUnknown' } })
  expect(methods).toEqual(['watchState', 'load', 'change', 'close'])
})

test('if the process cannot be started, its calls fail, aborting them later starts no other, and late replies are dropped', async () => {
  const { process, fail } = silentProcess()
  const start = vi.fn(() => process)
  const loader = createProcessLoader(start, () => 0)
  const controller = new AbortController()
  const load = loader.load('reports', {}, { signal: controller.signal }).catch((error) => error)
  fail(new Error('no such program'))
  controller.abort()
  expect(await load).toMatchObject({ kind: 'failed', message: expect.stringContaining('Press R to restart') })
  expect(start).toHaveBeenCalledTimes(1)
  const caller = createCaller(() => {})
  const lost = caller.call('load', []).catch((error) => error)
  caller.fail(() => new AppError('failed', 'gone'))
  caller.take({ id: 1, result: 1 })
  expect(await lost).toMatchObject({ message: 'gone' })
})
