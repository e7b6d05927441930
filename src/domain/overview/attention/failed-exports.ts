import { moment } from '../../text/format.ts'
import { safeText } from '../../text/safe-text.ts'
import type { AttentionInput, AttentionKind, FailedExport, Matter } from './attention-kind.ts'
import { isWithin } from './is-within.ts'

export type FailedExportMatter = Matter<'export'> & { failed: FailedExport }

const find = ({ failedExports: all = [], range, now }: AttentionInput): FailedExportMatter[] =>
  all
    .filter(({ at }) => isWithin(at, range, now))
    .toSorted((a, b) => b.at - a.at)
    .map((failed) => ({
      kind: 'export',
      id: `export:${failed.run}:${failed.at}`,
      severity: 'medium',
      target: { screen: 'wiki', run: failed.run },
      failed,
    }))

export const failedExports: AttentionKind<FailedExportMatter> = {
  find,
  text: ({ failed: { run, name, why } }, { repositoryOf }) => ({
    subject: `wiki ${safeText((name === undefined ? undefined : repositoryOf(name)) ?? name ?? run)}`,
    text: `was not exported: ${safeText(why)}`,
  }),
  why: ({ failed: { at } }) => `Its export of ${moment(at)} came to nothing, and there was none after it.`,
  output: ({ failed: { run, name, at, why } }) => ({ run_id: run, name: name ?? null, failed_at: at, error: why }),
}
