import type { DatabaseSync } from 'node:sqlite'
import type { ReadinessReport } from '../../contract/readiness.ts'
import { joinedRows, rowOf } from './rows-of.ts'

/** `owner/name` in lower case from any usual address of a repository; the address itself when it has no such end. */
const repoName = (repoUrl: string): string => {
  const path = repoUrl.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '')
  const match = /((?<![^/:])[^/:]+\/[^/:]+)$/.exec(path)
  return (match?.[1] ?? path).toLowerCase()
}

type ReportsQuery = { repoId?: string | undefined; limit: number; startAfter?: string | undefined }

type Place = { created_at: number; report_id: string }

/** Comes before all reports. */
const FIRST_PLACE: Place = { created_at: Number.MAX_VALUE, report_id: '' }

/** Readiness reports, newest first by time and then by id. */
export const createReportStore = (database: DatabaseSync) => {
  const put = database.prepare(
    `INSERT INTO reports (report_id, created_at, repo_url, repo_name, repo_id, row) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET created_at = excluded.created_at, repo_url = excluded.repo_url,
       repo_name = excluded.repo_name, repo_id = excluded.repo_id, row = excluded.row`,
  )
  const selectPlace = database.prepare('SELECT created_at, report_id FROM reports WHERE report_id = ?')
  const select = database.prepare(
    `SELECT row FROM reports
     WHERE (:all OR repo_url = :repo OR repo_id = :repo OR repo_name = :name)
       AND (created_at, report_id) < (:at, :id)
     ORDER BY created_at DESC, report_id DESC LIMIT :limit`,
  )
  return {
    put: (report: ReadinessReport, row: string): void => {
      const repoId = typeof report.repoId === 'string' ? report.repoId : null
      put.run(report.reportId, report.createdAt, report.repoUrl, repoName(report.repoUrl), repoId, row)
    },
    /**
     * JSON texts of reports joined by commas. `repoId` matches a report's own `repoId` (where it has one), its
     * `repoUrl`, or the `owner/name` at the end of that.
     *
     * @returns undefined when `startAfter` names no report.
     */
    read: ({ repoId, limit, startAfter }: ReportsQuery): string | undefined => {
      const place = startAfter === undefined ? FIRST_PLACE : rowOf<Place>(selectPlace.get(startAfter))
      if (place === undefined) return undefined
      return joinedRows(
        select.all({
          all: repoId === undefined ? 1 : 0,
          repo: repoId ?? '',
          name: repoName(repoId ?? ''),
          at: place.created_at,
          id: place.report_id,
          limit: Math.min(limit, 1_000_000),
        }),
      )
    },
  }
}
