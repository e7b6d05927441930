import { useEffect, useMemo, useState } from 'react'
import type { DataOf, ParamsOf, QueryName } from '../../../../src/cache/load/queries.ts'
import { type QueryState, shownOf } from '../../../../src/cache/load/query-state.ts'
import { useHeldKeys } from '../../../../src/ui/keys/use-held-keys.ts'
import { useSession, useSessionState } from '../../../kit/session/session.ts'
import type { Answers, PaletteWorld, Provider } from './place.ts'

type Asked = { [N in QueryName]: { name: N; params: ParamsOf<N> } }[QueryName]

export type FoundAnswers = Answers & {
  /** Whether some of what is looked through is still on its way. */
  isLooking: boolean
  /** What is wrong with what stands behind a verb, in one sentence. */
  problem: string | undefined
}

let finders: typeof import('./providers.ts') | undefined

/** Loads what finds things, before the palette is opened or when it is. */
export const loadFinders = async (): Promise<void> => {
  finders ??= await import('./providers.ts')
}

/** What answers to what is typed, again whenever more of what is looked through has come. */
export const useAnswers = (
  typed: string,
  isOpen: boolean,
  close: () => void,
  world: Omit<PaletteWorld, 'read'>,
): FoundAnswers => {
  const { peek, set } = useSession()
  const connection = useSessionState('connection')
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const failure = connection.is === 'failed' ? connection.error : undefined
  const [version, drawAgain] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the queries have brought
  const { asked, ...answers } = useMemo(() => {
    const asked = new Map<string, Asked>()
    const failed = new Set<string>()
    let isLooking = false
    const readFor =
      ({ kind }: Provider) =>
      <N extends QueryName>(name: N, params: ParamsOf<N>): DataOf<N> | undefined => {
        asked.set(JSON.stringify([name, params]), { name, params } as Asked)
        const state: QueryState<DataOf<N>> = queries?.read(name, params) ??
          peek?.state(name, params) ?? { is: 'loading' }
        const data = shownOf(state)?.data
        if (data === undefined && (state.is === 'failed' || failure)) failed.add(kind)
        else if (data === undefined) isLooking = true
        return data
      }
    if (!isOpen || !finders) return { asked, places: [], notKnown: [], isLooking: isOpen, problem: undefined }
    const { answersTo, providers, verbPlaces, verbProblem } = finders
    const found = answersTo(typed, providers, (provider) => ({ ...world, read: readFor(provider) }))
    const isVerbKnown = found.places.length === 0 && !found.notKnown.includes(verbPlaces.kind)
    const problem = isVerbKnown ? verbProblem(typed, { ...world, read: readFor(verbPlaces) }) : undefined
    return { asked, places: found.places, notKnown: [...new Set([...found.notKnown, ...failed])], isLooking, problem }
  }, [typed, isOpen, world, queries, peek, failure, version])
  const isLoading = isOpen && !finders
  useHeldKeys(isLoading)
  useEffect(() => {
    if (!isLoading) return
    const look = () => drawAgain((count) => count + 1)
    loadFinders().then(look, (error: Error) => {
      set({ notice: `What finds things could not be loaded: ${error.message}` })
      close()
    })
  }, [isLoading, close, set])
  const wanted = [...asked.keys()].join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: their text stands for what is asked for
  useEffect(() => {
    const stops = [...asked.values()].map(({ name, params }) =>
      queries?.watch(name, params, () => drawAgain((count) => count + 1)),
    )
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [queries, wanted])
  return answers
}
