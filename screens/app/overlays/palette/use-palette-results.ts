import { useEffect, useMemo, useState } from 'react'
import type { DataOf, ParamsOf, QueryName } from '../../../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../../../src/cache/load/query-state.ts'
import { useSession, useSessionState } from '../../../kit/session/session.ts'
import { useLoaded } from '../../../kit/session/use-loaded.ts'
import type { PaletteContext, Provider } from './place.ts'

/** States of queries, by the JSON of their name and params. */
type States = ReadonlyMap<string, QueryState<unknown>>

const noStates: States = new Map()

export type PaletteResults = ReturnType<typeof usePaletteResults>

/** Loads the providers, ahead of time or when the palette opens. */
export const loadProviders = () => import('./providers.ts')

const loading = { is: 'loading' } as const

/** The results for the typed text, computed again when more data arrives. */
export const usePaletteResults = (
  typed: string,
  isOpen: boolean,
  close: () => void,
  context: Omit<PaletteContext, 'read' | 'known'>,
) => {
  const { peek } = useSession()
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const failure = connection.is === 'failed' ? connection.error : undefined
  const providerModule = useLoaded(isOpen ? loadProviders : undefined, 'the search', close)
  const [states, setStates] = useState(noStates)
  const { requestedKeys, ...results } = useMemo(() => {
    const requestedKeys = new Set<string>()
    const failed = new Set<string>()
    const unloaded = new Set<string>()
    let isSearching = false
    const readFor =
      ({ kind }: Provider) =>
      <N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined => {
        const key = JSON.stringify([name, params])
        requestedKeys.add(key)
        const state =
          (states.get(key) as QueryState<DataOf<N>> | undefined) ??
          queries?.read(name, params) ??
          peek?.state(name, params) ??
          loading
        const data = shownOf(state)?.data
        if (data === undefined && (state.is === 'failed' || failure)) failed.add(kind)
        else if (data === undefined) isSearching = true
        return data
      }
    const knownFor =
      ({ kind }: Provider) =>
      <N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined => {
        const state = queries?.read(name, params) ?? peek?.state(name, params) ?? loading
        const data = shownOf(state)?.data
        if (data === undefined) unloaded.add(kind)
        return data
      }
    const contextFor = (provider: Provider): PaletteContext => ({
      ...context,
      read: readFor(provider),
      known: knownFor(provider),
    })
    if (!isOpen || !providerModule)
      return { requestedKeys, places: [], failedKinds: [], unloadedKinds: [], isSearching: isOpen, problem: undefined }
    const { searchProviders, providers, verbPlaces, verbProblem } = providerModule
    const found = searchProviders(typed, providers, contextFor)
    const isUnmatched = found.places.length === 0 && !found.failedKinds.includes(verbPlaces.kind)
    const problem = isUnmatched ? verbProblem(typed, contextFor(verbPlaces)) : undefined
    return {
      requestedKeys,
      places: found.places,
      failedKinds: [...new Set([...found.failedKinds, ...failed])],
      /** Kinds that were not searched, because nothing of them is loaded. */
      unloadedKinds: [...unloaded],
      isSearching,
      problem,
    }
  }, [typed, isOpen, context, queries, peek, failure, providerModule, states])
  const wanted = [...requestedKeys].join('\n')
  useEffect(() => {
    const stops = wanted.split('\n').flatMap((key) => {
      if (key === '' || !queries) return []
      const [name, params] = JSON.parse(key) as [QueryName, ParamsOf<QueryName>]
      return queries.watch(name, params, (state) => setStates((before) => new Map(before).set(key, state)))
    })
    return () => {
      setStates(noStates)
      for (const stop of stops) stop()
    }
  }, [queries, wanted])
  return results
}
