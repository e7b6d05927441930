import { CRITERIA } from '../../src/domain/readiness/criteria.ts'
import { NOW, type Organisation } from './demos.ts'
import type { FrontRule } from './front-server.ts'
import { type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'
import { testFront } from './test-server.ts'

const SHOP = 'https://git.example/web/shop'
const DAY = 86_400_000
export const passed = (rationale = 'It is there.') => ({ numerator: 1, denominator: 1, rationale })
export const failed = (rationale = 'It is missing.') => ({ numerator: 0, denominator: 1, rationale })
export const skipped = { numerator: null, denominator: 1, rationale: 'Not for this kind.' }
export const levelOne = Object.fromEntries(
  [...CRITERIA].filter(([, { level }]) => level === 1).map(([id]) => [id, passed()]),
)

/** A report of the repository shop, some days old. */
export const reportOf = (id: string, days: number, report: Record<string, unknown>, rest: object = {}) => ({
  reportId: id,
  createdAt: NOW - days * DAY,
  repoUrl: SHOP,
  apps: { 'apps/web': { description: 'the web shop' } },
  report,
  branch: 'main',
  commitHash: 'a1b2c3d4e5',
  ...rest,
})
// Two reports of the shop, and one of another repository.
export const newest = reportOf('r-2', 1, {
  ...levelOne,
  codeowners: failed('The payments folder has no owner.'),
  agents_md: failed(),
  skills: skipped,
  zebra_stripes: passed(),
})
export const oldest = reportOf('r-1', 8, { ...levelOne, codeowners: passed(), agents_md: failed(), skills: passed() })
export const other = reportOf(
  'r-3',
  2,
  { ...levelOne, agents_md: passed('The file is short.') },
  { repoUrl: 'https://git.example/api' },
)

/** The loaded screen Readiness of the demo organisation, with these reports instead of its own. */
export const openReadiness = async (demo: Organisation, reports: readonly unknown[], options: OpenOptions = {}) => {
  const rule: FrontRule = (path, query) =>
    path.endsWith('/maturity-level-reports')
      ? { status: 200, body: { reports: query.has('startAfter') ? [] : reports } }
      : undefined
  const front = await testFront(demo, rule)
  const opened = await openScreen(front, { columns: 120, rows: 30, screen: 'readiness', ...options })
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && !frame.join().includes('loading'))
  return opened
}
/** The whole screen as one text. */
export const textOf = (opened: OpenedScreen): string => opened.frame().join('\n')
/** The selected row of the list, without the detail next to it. */
export const selectedRow = (opened: OpenedScreen): string =>
  opened
    .frame()
    .find((row) => row.startsWith('▌'))
    ?.slice(1)
    .split('│')[0]
    ?.trim() ?? ''
/** The rows of the list in a report, without the detail next to them. */
export const listed = (opened: OpenedScreen): string[] =>
  opened
    .frame()
    .slice(6, -2)
    .map((row) => (row.split('│')[0] ?? '').slice(1).trim())
    .filter((row) => row !== '')
