import type { Archive, ArchivePage } from '../../../archive/read-archive.ts'
import type { FoundLine, FoundPage, SearchReport, searchArchives } from '../../../archive/search-archives.ts'
import type { OnProgress } from '../../../archive/writing.ts'
import type { AppError, ErrorKind } from '../../../base/errors.ts'
import type { WaitOptions } from '../kit/load-options.ts'

export type { Archive, ArchivePage, FoundLine, FoundPage, SearchReport }

/** Options of long operations that write to this machine's disk. */
export type WorkOptions = WaitOptions & { onProgress?: OnProgress | undefined }

/** Searches the pages of archives on this machine. Reports what it finds until its promise resolves. */
export type SearchArchives = typeof searchArchives

/** Errors that are shown immediately and need no later attention: cancelled, rejected, or a wrong id or path. */
const EXPECTED_KINDS: readonly ErrorKind[] = ['interrupted', 'usage', 'refused', 'notFound']
const WRONG_REQUEST: readonly (number | undefined)[] = [400, 422]
const WRONG_PATH: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']

/** Whether an export failed for a reason that still matters after its user has seen the error. */
export const isExportFailure = ({ kind, status, cause }: AppError): boolean =>
  !EXPECTED_KINDS.includes(kind) &&
  !WRONG_REQUEST.includes(status) &&
  !WRONG_PATH.includes((cause as { code?: unknown } | undefined)?.code)
