import { listProfiles } from '../../config/keys/list-profiles.ts'
import { type TextColumn, toTextTable } from '../../domain/output/output.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { FORMATS } from '../kit/output-format.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const layout: RowLayout = { columns: [], members: ['name', 'isUsed', 'baseUrl', 'appUrl', 'key', 'readOnly'] }

const columns: TextColumn[] = [
  { title: '', shrinks: false },
  { title: 'NAME', shrinks: false },
  { title: 'API' },
  { title: 'APPLICATION' },
  { title: 'KEY' },
  { title: 'WRITES', shrinks: false },
]

const runProfileList = async (_options: undefined, deps: Deps): Promise<undefined> => {
  const rows = await listProfiles(deps.env, deps.globals.profile)
  const table = (_: unknown, { columns: width }: { columns: number | undefined }) =>
    toTextTable(
      columns,
      rows.map(({ name, isUsed, baseUrl, appUrl, key, readOnly }) =>
        [isUsed ? '*' : '', name, baseUrl, appUrl, key, readOnly ? 'refused' : ''].map((text) => safeText(text)),
      ),
      width,
    )
  printRows({ rows, envelope: { profiles: rows }, layout, table }, deps)
}

export const profileList = command({
  name: 'profile list',
  summary: 'The profiles that there are; * marks the one in use',
  options: [],
  formats: FORMATS,
  examples: ['profile list', 'profile list --json'],
  parse: () => undefined,
  run: runProfileList,
})
