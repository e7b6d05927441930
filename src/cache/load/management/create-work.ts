import { AppError } from '../../../base/errors.ts'
import type { Client } from '../../../client/client.ts'
import type { LoadDeps } from '../kit/load-deps.ts'
import { isExportFailure, type Work, type WorkName, type WorkOptions, type Works } from './work.ts'

export type WorkDeps = Pick<LoadDeps, 'ledger' | 'organisation'> & { client: Pick<Client, 'download'> | undefined }

type Workers = {
  [N in WorkName]: (request: Works[N]['request'], options: WorkOptions) => Promise<Works[N]['result']>
}

const OFFLINE = 'An export needs the server: leave out --offline.'

/** See {@link Work}. */
export const createWork = ({ client, ledger, organisation }: WorkDeps): Work => {
  const workers: Workers = {
    async exportWiki({ wikiRunId, ...target }, { signal, onRetry, onProgress }) {
      if (!client) throw new AppError('usage', OFFLINE)
      const { saveArchive } = await import('../../../archive/save-archive.ts')
      const start = async () => {
        const download = await client.download('exportWiki', { params: { wikiRunId } }, { signal, onRetry })
        // Any read opens it: now, while the archive is on its way, and not at the end, when somebody waits.
        ledger.orgId()
        return download
      }
      const { path, sizeBytes, entries } = await saveArchive(start, { ...target, signal, onProgress }).catch(
        (error) => {
          if (error instanceof AppError && isExportFailure(error))
            ledger.rememberFailedExport(wikiRunId, { at: organisation.now(), why: error.message })
          throw error
        },
      )
      const files = entries.filter(({ isFolder }) => !isFolder).length
      ledger.rememberExport(wikiRunId, { path, at: organisation.now(), sizeBytes, files })
      return { path, sizeBytes, files }
    },
    async extractArchive({ path, folder }, { signal, onProgress }) {
      const { extractArchive } = await import('../../../archive/extract-archive.ts')
      return extractArchive(path, { folder, signal, onProgress })
    },
  }
  return (name, request, options = {}) => workers[name](request, options)
}
