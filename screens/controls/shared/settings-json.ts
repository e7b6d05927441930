import { toJson } from '../../../src/domain/output/output.ts'
import { shownSettings } from '../../../src/domain/secrets/mask-settings.ts'
import type { Revision } from './use-revisions.ts'

/** The settings of a revision as JSON that may be shown and copied: without secrets. */
export const settingsJson = ({ settings }: Revision): string => toJson(shownSettings(settings ?? null), { indent: 2 })
