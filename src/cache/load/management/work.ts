import type { Archive, ArchivePage } from '../../../archive/read-archive.ts'
import type { OnProgress } from '../../../archive/tell-progress.ts'
import type { WaitOptions } from '../kit/load-options.ts'

export type { Archive, ArchivePage }

/** What takes its time and writes to this machine's disk: what is asked of it, and what comes of it. */
export type Works = {
  /** Writes the archive of a wiki run to a file, `path` from the root. */
  exportWiki: {
    request: { wikiRunId: string; path: string; mayReplace: boolean }
    result: { path: string; sizeBytes: number; files: number }
  }
  /** Extracts an archive into a folder that is new or empty. */
  extractArchive: {
    request: { path: string; folder: string }
    result: { folder: string; sizeBytes: number; files: number }
  }
}
export type WorkName = keyof Works

export type WorkOptions = WaitOptions & { onProgress?: OnProgress | undefined }

/**
 * Does it, in whole or not at all. When it is cancelled it rejects once nothing of it is left. Rejects with AppError.
 */
export type Work = <N extends WorkName>(
  name: N,
  request: Works[N]['request'],
  options?: WorkOptions,
) => Promise<Works[N]['result']>
