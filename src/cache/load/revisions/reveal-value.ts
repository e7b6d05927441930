import { AppError } from '../../../base/errors.ts'
import { revealSetting } from '../../../domain/revisions/reveal-setting.ts'
import type { Path } from '../../../domain/settings-diff/setting-path.ts'
import type { LoadOptions } from '../kit/load-options.ts'
import { NOT_REVEALED } from '../kit/offline.ts'
import { askRevision } from './ask-revision.ts'
import type { RevisionDeps } from './load-revisions.ts'

/**
 * Asks the server anew for a revision and answers what its settings have at a path, secrets and all; undefined where that is
 * nothing. It is kept nowhere.
 *
 * @param path As it is in the masked settings.
 * @throws AppError when there is no such revision or nobody to ask; never one that says anything of the settings.
 */
export type Reveal = (revision: number, path: Path, options?: LoadOptions) => Promise<unknown>

export const createReveal =
  (deps: RevisionDeps): Reveal =>
  async (revision, path, options = {}) => {
    const { client, hash } = deps
    if (!client) throw new AppError('incomplete', NOT_REVEALED)
    try {
      const { settings } = await askRevision({ ...deps, client }, revision, options)
      return revealSetting(settings, path, hash)
    } catch (error) {
      if (error instanceof AppError) throw error
      // Its message may hold the secret: it is not passed on as the cause.
      throw new AppError('failed', 'Something in this program went wrong while a value was revealed: please report it.')
    }
  }
