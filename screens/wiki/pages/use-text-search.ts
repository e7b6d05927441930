import { useEffect, useMemo, useState } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import type { FoundPage, SearchReport } from '../../../src/cache/load/management/work.ts'
import { counted, percent } from '../../../src/domain/text/format.ts'
import { parseTextSearch, SEARCH_CUT } from '../../../src/domain/wiki/text-search.ts'
import { type Binding, EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { useDebounced } from '../../kit/query/ticks.ts'
import { useSessionState } from '../../kit/session/session.ts'

/** What a search has found until now. */
type Found = {
  text: string
  pages: readonly FoundPage[]
  problems: readonly string[]
  isCut: boolean
  /** 0 to 1, while it is running. */
  progress?: number
  /** Why it has ended early. */
  ended?: string
}

const nothing: Found = { text: '', pages: [], problems: [], isCut: false }

/** A search of archives, see {@link useTextSearch}. */
export type ArchiveSearch = ReturnType<typeof useTextSearch>

/**
 * Searches archives for a typed text, which starts again when the text or the archives change. The pages that are found
 * first appear while the search continues.
 *
 * @param paths - Must be the same array while the archives are the same.
 */
export const useTextSearch = (paths: readonly string[], typed: string) => {
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const [found, setFound] = useState(nothing)
  const [stop, setStop] = useState<AbortController>()
  const text = useDebounced<string>()(typed.trim())
  const search = useMemo(() => parseTextSearch(typed), [typed])
  useEffect(() => {
    if (!queries || paths.length === 0 || parseTextSearch(text).length === 0) return setFound(nothing)
    const controller = new AbortController()
    const pages: FoundPage[] = []
    const problems: string[] = []
    const set = (rest: Partial<Found>) => {
      if (current) setFound({ text, pages: [...pages], problems: [...problems], isCut: false, ...rest })
    }
    let current = true
    let isCut = false
    const onFound = (report: SearchReport) => {
      for (const page of report.pages) pages.push(page)
      problems.push(...report.problems)
      isCut = report.isCut
      set({ isCut, progress: report.totalBytes === 0 ? 1 : report.doneBytes / report.totalBytes })
    }
    setStop(controller)
    queries.searchArchives({ paths, text }, { signal: controller.signal, onFound }).then(
      () => set({ isCut }),
      (error) => {
        if (!(error instanceof AppError)) throw error
        set({ isCut, ended: error.kind === 'interrupted' ? 'stopped: change the text to search again' : error.message })
      },
    )
    return () => {
      current = false
      controller.abort()
    }
  }, [queries, paths, text])
  const isActive = search.length > 0 && paths.length > 0
  const isSearching = isActive && (found.text !== typed.trim() || found.progress !== undefined)
  useKeys(isSearching ? stopKeys : noKeys, { interrupt: () => stop?.abort() }, { scope: EVERYWHERE })
  return { ...found, search, isActive, isSearching, status: isActive ? statusOf(found, isSearching) : '' }
}

const statusOf = ({ pages, isCut, progress, ended }: Found, isSearching: boolean): string => {
  const lines = pages.reduce((sum, { hits }) => sum + hits, 0)
  return [
    pages.length === 0 && !isSearching
      ? 'nothing found'
      : `${counted(lines, 'line')} in ${counted(pages.length, 'page')}`,
    ...(isSearching ? [progress ? `searching ${percent(progress, 0)}, Ctrl-C stops` : 'searching'] : []),
    ...(isCut ? [SEARCH_CUT.replace(/\.$/, '')] : []),
    ...(ended === undefined ? [] : [ended]),
  ].join(', ')
}

const stopKeys = [
  { keys: ['^c', 'X'], action: 'interrupt', help: 'stop the search', group: 'Act' },
] as const satisfies readonly Binding[]
