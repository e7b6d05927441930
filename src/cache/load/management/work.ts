import type { Archive, ArchivePage } from '../../../archive/read-archive.ts'
import type { OnProgress } from '../../../archive/writing.ts'
import type { AppError, ErrorKind } from '../../../base/errors.ts'
import type { WaitOptions } from '../kit/load-options.ts'

export type { Archive, ArchivePage }

/** Of what takes its time and writes to this machine's disk. */
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
