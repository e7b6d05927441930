import { expect, test } from 'vitest'
import { cachedCommands } from '../helpers/demo-organisation.ts'
import { NOW } from '../helpers/demos.ts'

const { of, qd } = cachedCommands()

const commandLines = ['tokens --group-by model', 'tools', 'activity --group-by client', 'productivity', 'users --all']
test.each(commandLines)('%s loads only the days that are not cached, and all with --refresh', async (line) => {
  const [name] = line.split(' ')
  await qd(`analytics ${line} --from 2026-11-10 --to 2026-11-20`)
  const { out } = await qd(`analytics ${line} --from 2026-11-08 --to 2026-11-19`)
  expect(of.demo.requested()).toEqual([`${name} 2026-11-10 2026-11-20`, `${name} 2026-11-08 2026-11-09`])
  const days = JSON.parse(out)
    .data.map(({ date }: { date: string }) => date)
    .toSorted()
  expect([days[0], days.at(-1)]).toEqual(['2026-11-08', '2026-11-19'])
  await qd(`analytics ${line} --from 2026-11-09 --to 2026-11-11 --refresh`)
  await qd(`analytics ${line} --from 2026-11-09 --to 2026-11-11`)
  expect(of.demo.requested()).toEqual([`${name} 2026-11-09 2026-11-11`])
})

test('--offline prints cached rows with their age, and sends nothing', async () => {
  const online = await qd('analytics productivity --last 7d')
  of.demo.requested()
  const { out, err, code } = await qd('analytics productivity --last 7d --offline', { now: () => NOW + 7_200_000 })
  expect(JSON.parse(out)).toEqual(JSON.parse(online.out))
  expect(err).toBe('Offline: fetched 2 h ago.\n')
  expect(code).toBe(0)
  expect(of.demo.requested()).toEqual([])
})

test('--offline names the days that are not cached, and exits with 7', async () => {
  await qd('analytics tokens --from 2026-11-10 --to 2026-11-12')
  of.demo.requested()
  const { out, err, code } = await qd('analytics tokens --from 2026-11-08 --to 2026-11-13 --offline')
  const sentence = 'The cache has no data for Nov 08–09, Nov 13, and --offline sends no requests.'
  const answer = JSON.parse(out)
  expect(answer.data.map(({ date }: { date: string }) => date)).toEqual(['2026-11-10', '2026-11-11', '2026-11-12'])
  expect(answer).toMatchObject({ incomplete: true, missing: [{ what: 'rows', why: sentence }] })
  expect(err).toContain(sentence)
  expect(code).toBe(7)
  const table = await qd('analytics tokens --from 2026-11-08 --to 2026-11-13 --offline --format table')
  expect(table.out).toContain('total of the cached rows')
  expect(of.demo.requested()).toEqual([])
})

test('--offline compares with the previous period only if it is cached', async () => {
  const line = 'analytics users --last 3d --totals --compare prev --offline'
  await qd('analytics users --all --last 3d')
  const { out, code } = await qd(line)
  const answer: { data: Record<string, unknown>[] } = JSON.parse(out)
  expect(answer).toMatchObject({ incomplete: true, missing: [{ why: expect.stringContaining('has no data for') }] })
  expect(new Set(answer.data.flatMap((row) => [row.state, row.billable_tokens_previous]))).toEqual(new Set([null]))
  expect(code).toBe(7)
  await qd('analytics users --all --last 6d')
  const whole = await qd(line)
  expect([whole.code, whole.out]).toEqual([0, expect.stringContaining('"state":"stayed"')])
})

test('--offline never connects', async () => {
  const connect = () => Promise.reject(new Error('connected'))
  for (const line of ['analytics tokens', 'analytics users', 'analytics users --totals', 'overview', 'doctor'])
    expect((await qd(`${line} --offline`, { connect })).err, line).not.toContain('connected')
})

test('after a complete walk any range within it needs no request', async () => {
  // --totals also loads the credits of the organisation, for the shares.
  await qd('analytics tokens --from 2026-10-22 --to 2026-11-20')
  of.demo.requested()
  await qd('analytics users --from 2026-10-22 --to 2026-11-20 --all --limit 4')
  const pages = of.demo.requested()
  expect(pages).toEqual([...new Set(pages)])
  expect(pages.length).toBeGreaterThan(1)
  const lines = ['--all', '--totals', '--sort credits', '--limit 3', "--where 'credits>1'"]
  for (const line of lines) {
    const { code } = await qd(`analytics users --from 2026-11-01 --to 2026-11-10 ${line}`)
    expect([line, of.demo.requested(), code]).toEqual([line, [], 0])
  }
})

test('a cached page has the users of a page from the server, and its cursor continues the load', async () => {
  await qd('analytics users --last 7d --all')
  of.demo.requested()
  const people: string[] = []
  let cursor = ''
  do {
    const { out } = await qd(`analytics users --last 7d --limit 5 ${cursor}`)
    const { data, meta } = JSON.parse(out)
    people.push(...new Set<string>(data.map(({ user_id }: { user_id: string }) => user_id)))
    cursor = meta.has_more ? `--cursor ${meta.next_cursor}` : ''
  } while (cursor !== '')
  const everyone = new Set((await of.demo.raw('users', '2026-11-14', '2026-11-20')).map(({ user_id }) => user_id))
  expect(people.sort()).toEqual([...everyone].sort())
  expect(of.demo.requested()).toEqual([])
  const { err, code } = await qd('analytics users --last 7d --cursor u_unknown')
  expect(err).toContain('The cache has no cursor u_unknown: use meta.next_cursor of the previous page.')
  expect(code).toBe(2)
})

test('a walk that an error stopped resumes where it stopped, and its rows are incomplete until then', async () => {
  let count = 0
  of.demo.front.play((path) => {
    count += path.endsWith('/users') ? 1 : 0
    return count === 3 ? { status: 400, body: { status: 400, title: 'Bad Request', detail: 'not now' } } : undefined
  })
  const stopped = await qd('analytics users --last 7d --all --limit 4')
  expect(stopped).toMatchObject({ code: 7, err: expect.stringContaining('Run it again to continue where it stopped.') })
  const offline = await qd('analytics users --from 2026-11-13 --to 2026-11-20 --offline --all')
  expect(offline.err).toContain(
    'The cache has no data for Nov 13 and only part of the data for Nov 14–20, and --offline sends',
  )
  expect([offline.code, JSON.parse(offline.out).data.length > 0]).toEqual([7, true])
  const before = of.demo.requested()
  of.demo.front.play()
  expect((await qd('analytics users --last 7d --all --limit 4')).code).toBe(0)
  const after = of.demo.requested()
  expect(after[0]).toBe(before.at(-1))
  expect(before.slice(0, -1).filter((page) => after.includes(page))).toEqual([])
})

test('the next page is loaded only after the rows of the previous one are written', async () => {
  const reader = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const running = qd('analytics users --last 7d --all --limit 4 --format ndjson', {
    out: () => written.resolve(),
    drained: () => reader.promise,
  })
  await written.promise
  // Leaves time for a request that should not be sent.
  await of.demo.raw('users', '2026-11-20', '2026-11-20')
  expect(of.demo.requested()).toHaveLength(1)
  reader.resolve()
  expect((await running).code).toBe(0)
  expect(of.demo.requested()).toHaveLength(2)
})

test('offline, the age of a list is that of its oldest row', async () => {
  const at = (hours: number) => ({ now: () => NOW + hours * 3_600_000 })
  await qd('analytics activity --last 1d')
  await qd('computers add cmp_old', at(0))
  await qd('computers add cmp_new', at(2))
  await qd('wiki add wr_1', at(0))
  for (const line of ['computers list', 'wiki list'])
    expect((await qd(`${line} --offline`, at(3))).err, line).toContain('Offline: fetched 3 h ago.\n')
})

test('if responses name no organisation, its id is null, online and offline', async () => {
  of.demo.front.play(() => ({ status: 200, body: { data: [] } }))
  for (const line of ['tokens', 'users --all', 'users']) {
    for (const option of ['', ' --offline']) {
      const { out } = await qd(`analytics ${line} --last 2d${option}`)
      expect(JSON.parse(out).meta?.org_id ?? null, line + option).toBeNull()
    }
  }
})
