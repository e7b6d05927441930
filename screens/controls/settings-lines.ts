import { wrapText } from '../../src/domain/fit.ts'
import { moment, UNKNOWN } from '../../src/domain/format.ts'
import { shownSettings } from '../../src/domain/mask-settings.ts'
import { toJson } from '../../src/domain/output.ts'
import { safeText } from '../../src/domain/safe-text.ts'
import type { Theme } from '../../src/ui/theme.ts'
import type { Revision } from './use-revisions.ts'

/** The settings of a revision as JSON that may be shown and copied: without secrets. */
export const settingsJson = ({ settings }: Revision): string => toJson(shownSettings(settings ?? null), { indent: 2 })

/** A revision's whole settings, as many lines as they take in `width` cells. */
export const settingsLines = (revision: Revision, width: number, theme: Theme): string[] => {
  const { updatedAt, user } = revision
  const head = [
    theme.strong(`revision ${revision.revision ?? UNKNOWN}`),
    theme.muted(updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt))),
    safeText(user?.name || user?.email || user?.id || UNKNOWN),
    theme.muted('secrets are masked'),
  ]
  const body = settingsJson(revision)
    .split('\n')
    .flatMap((line) => (line.length < width - 1 ? [safeText(line)] : wrapText(safeText(line, 'text'), width - 2)))
  return [` ${head.join('  ')}`, '', ...body.map((line) => ` ${line}`)]
}
