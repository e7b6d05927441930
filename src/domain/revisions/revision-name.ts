import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { moment, UNKNOWN } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'
import { authorOf } from './revision-author.ts'

/** A revision of the controls in one line that is safe to show: `418  2026-11-19 14:39 UTC  m.ito`, without a time that is not known. */
export const revisionName = ({
  revision,
  updatedAt,
  user,
}: Pick<Lenient<ControlRevision>, 'revision' | 'updatedAt' | 'user'>): string =>
  [
    safeText(revision ?? UNKNOWN),
    updatedAt === undefined ? undefined : moment(Date.parse(updatedAt)),
    safeText(authorOf({ user }).who ?? UNKNOWN),
  ]
    .filter((part) => part !== undefined)
    .join('  ')
