import type { Archive, ArchivePage } from '../../../archive/read-archive.ts'
import type { OnProgress } from '../../../archive/writing.ts'
import type { AppError, ErrorKind } from '../../../base/errors.ts'
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

/** What is said at once, and needs no attention later: it was stopped or refused, or the id or the path was not right. */
const OWN_KINDS: readonly ErrorKind[] = ['interrupted', 'usage', 'refused', 'notFound']
const WRONG_REQUEST: readonly (number | undefined)[] = [400, 422]
const WRONG_PATH: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']

/** Whether an export failed for a reason that still matters after the person who started it has seen it. */
export const isExportFailure = ({ kind, status, cause }: AppError): boolean =>
  !OWN_KINDS.includes(kind) &&
  !WRONG_REQUEST.includes(status) &&
  !WRONG_PATH.includes((cause as { code?: unknown } | undefined)?.code)

/**
 * Does it, in whole or not at all. When it is cancelled it rejects once nothing of it is left. Rejects with AppError.
 */
export type Work = <N extends WorkName>(
  name: N,
  request: Works[N]['request'],
  options?: WorkOptions,
) => Promise<Works[N]['result']>
