import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { memoryLedger, queriesFor, sourceFor } from '../../helpers/cached-layer.ts'
import { NOW, type Organisation, startDemo } from '../../helpers/demos.ts'
import { clientFor, type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const now = () => NOW
const RANGE = { from: '2026-11-07', to: '2026-11-20' }

/** A screen that never asks anything, on a ledger that holds the credits of some days. */
const openOffline = async (screen: 'overview' | 'usage' | 'people', kept: Range | undefined): Promise<OpenedScreen> => {
  const ledger = memoryLedger(now)
  if (kept) {
    const client = clientFor(demo)
    const source = sourceFor(client, now, ledger)
    await source.fillDays('credits', kept)
    await client.close()
  }
  const opened = await openScreen(undefined, { columns: 120, rows: 36, screen })
  const queries = queriesFor(undefined, now, { ledger })
  onTestFinished(() => void queries.close())
  opened.session.set({ connection: { is: 'ready', queries } })
  return opened
}

test('days that are kept are shown offline, whatever of the weeks before is not kept', async () => {
  const opened = await openOffline('usage', RANGE)
  const frame = await opened.frameWith(
    (rows) => / total [\d,]+ /.test(rows[3] ?? '') && !rows.join().includes('loading'),
  )
  expect(frame[0]).toMatch(/● .* offline$/)
  expect(frame.join('\n')).toContain('20 Nov Fri   what is usual is not known without the weeks before')
  expect(frame.join('\n')).not.toMatch(/✗|R tries again|Offline:/)
})

test.each(['overview', 'usage', 'people'] as const)(
  '%s without anything kept says so offline, and offers no key that cannot help',
  async (screen) => {
    const opened = await openOffline(screen, undefined)
    const frame = await opened.frameWith('Offline: none of these days is kept on this machine.')
    expect(frame[0]).toContain('offline')
    expect(frame.join('\n')).not.toMatch(/R tries again|G loads all|r goes on/)
  },
)
