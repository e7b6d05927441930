import { createEmitter } from '../../../src/base/emitter.ts'
import { AppError } from '../../../src/base/errors.ts'
import { MASK } from '../../../src/domain/secrets/mask-settings.ts'
import { maskText } from '../../../src/domain/secrets/mask-text.ts'
import { type Progress, percentOf, progressText } from '../../../src/domain/text/progress-text.ts'
import { type SafeText, safeText } from '../../../src/domain/text/safe-text.ts'
import { createSignal } from '../../../src/ui/layout/signal.ts'
import type { ScreenName } from '../screen/names.ts'
import type { Target } from '../screen/target.ts'

/**
 * The state of an action. `unknown`: a request was sent once, and its outcome is not known. `refused`: read-only mode or
 * the server did not permit it.
 */
export type ActionState = { is: 'running'; progress?: Progress | undefined } | EndState
export type EndState =
  | ({ is: 'done' } & ActionResult)
  | { is: 'failed' | 'unknown' | 'refused'; error: AppError }
  | { is: 'cancelled' }

export type ActionResult = {
  /** In a few words: `2.8 MB, 41 pages`. @default nothing */
  text?: string
  /** The file or folder that it created. */
  path?: string | undefined
  /** Whether `path` is a text file, which the pager can show. */
  isText?: boolean
  /** Where the result can be seen. */
  place?: { screen: ScreenName; target: Target } | undefined
}

/** What the user has done in this run. Texts are untrusted and without secrets. */
export type Action = {
  /** Counts up from 1. */
  id: number
  /** In two or three words: `rename computer`. */
  what: string
  /** What it was done to: `build-01 → build-01-eu`. */
  target: string
  /** The command that repeats it, without the program's name; undefined if there is none. */
  command: string | undefined
  /** A link to the view in which it was started; undefined if there is none. */
  link: string | undefined
  /** The thing it is about, for the screen that shows it: the id of a wiki run. */
  subject: string | undefined
  /** The file or folder that it writes: an absolute path. */
  file: string | undefined
  /** Unix ms; `endedAt` is undefined while it runs. */
  startedAt: number
  endedAt: number | undefined
  /** Whether it continues while the user works elsewhere, so that its end is announced. */
  isFollowed: boolean
  /** Whether its texts may have names of people, because pseudonyms were off. */
  hasNames: boolean
  state: ActionState
}

export type ActionStart = Pick<Action, 'what' | 'target'> &
  Partial<Pick<Action, 'subject' | 'file' | 'isFollowed'>> & {
    /** A command, or a function of the command of the shown view. @default the command of the shown view */
    command?: string | ((shown: string | undefined) => string | undefined) | undefined
    /** Whether its texts may have names of people. @default false */
    mayHaveNames?: boolean
  }

/** An action that was started. */
export type StartedAction = {
  id: number
  /** Announces its end, because the user may have left the place that shows it. @param subject - The thing it is about. */
  follow(subject?: string): void
  setProgress(progress: Progress): void
  /** Only the first call has an effect. */
  end(state: EndState): void
}

/** What is shown when an action starts. */
type ShownView = { command: string | undefined; link: string | undefined }

type LogOptions = {
  /** Unix ms. */
  now: () => number
  /** Whether pseudonyms are on. */
  isPrivate: () => boolean
  /** The profile that commands need as --profile; undefined: none. */
  profileToName: string | undefined
}

/** Max ended actions in the log. */
const MAX_ENDED = 200

export type Actions = ReturnType<typeof createActions>

/** The log of what the user does. It exists in memory only. */
export const createActions = ({ now, isPrivate, profileToName }: LogOptions) => {
  const actions = createSignal<readonly Action[]>([])
  const ends = createEmitter<[Action]>()
  let lastId = 0
  let shownView = (): ShownView => ({ command: undefined, link: undefined })
  const keepOfSubjects = keeper<Action>()
  const find = (id: number) => actions.get().find((action) => action.id === id)
  const change = (id: number, changed: Partial<Action>) =>
    actions.set((all) => all.map((action) => (action.id === id ? { ...action, ...changed } : action)))
  const end = (id: number, state: EndState) => {
    const action = find(id)
    if (!action || action.endedAt !== undefined) return
    const ended = { ...action, state, endedAt: now() }
    const others = actions.get().filter((one) => one.id !== id && one.endedAt !== undefined)
    const tooMany = new Set(others.slice(MAX_ENDED - 1))
    actions.set((all) => all.filter((one) => !tooMany.has(one)).map((one) => (one.id === id ? ended : one)))
    ends.emit(ended)
  }
  const start = ({ command, mayHaveNames = false, ...fields }: ActionStart): StartedAction => {
    const id = ++lastId
    const shown = shownView()
    const action: Action = {
      subject: undefined,
      file: undefined,
      isFollowed: false,
      ...fields,
      id,
      target: maskSecrets(fields.target),
      command: repeatingCommand(command, shown.command, profileToName),
      link: shown.link,
      startedAt: now(),
      endedAt: undefined,
      hasNames: mayHaveNames && !isPrivate(),
      state: { is: 'running' },
    }
    actions.set((all) => [action, ...all])
    const update = (changed: Partial<Action>) => {
      if (find(id)?.endedAt === undefined) change(id, changed)
    }
    return {
      id,
      follow: (subject) => update({ isFollowed: true, ...(subject !== undefined && { subject }) }),
      setProgress: (progress) => update({ state: { is: 'running', progress } }),
      end: (state) => end(id, state),
    }
  }
  return {
    /** Newest first. The same array until something changes. */
    list: actions.get,
    /** Those about a thing that a screen shows. The same array until one of them changes. */
    listOfSubjects: () => keepOfSubjects(actions.get().filter(({ subject }) => subject !== undefined)),
    subscribe: actions.subscribe,
    /** Calls back once for each action that ends. */
    onEnd: ends.subscribe,
    start,
    /** Records an action that lasts as long as a promise. Returns the promise's value and throws its error. */
    async track<T>(
      fields: ActionStart,
      act: () => Promise<T>,
      resultOf: (value: T) => ActionResult = nothing,
    ): Promise<T> {
      const action = start(fields)
      try {
        const value = await act()
        action.end({ is: 'done', ...resultOf(value) })
        return value
      } catch (error) {
        action.end(failureOf(error))
        throw error
      }
    },
    /** Removes an action from the log. */
    forget: (id: number) => void actions.set((all) => all.filter((action) => action.id !== id)),
    /** Sets the function that returns the command of the shown view and a link to it. */
    setShownView(view: () => ShownView): void {
      shownView = view
    },
  }
}

/** Returns a function that returns the previous list again while the next one has the same members. */
const keeper = <T>() => {
  let kept: readonly T[] = []
  return (latest: readonly T[]) => {
    const isSame = latest.length === kept.length && latest.every((one, at) => one === kept[at])
    if (!isSame) kept = latest
    return kept
  }
}

const same = (shown: string | undefined) => shown
const nothing = () => ({})

/** The command that repeats an action; undefined if it has a secret, because a masked command would not repeat it. */
const repeatingCommand = (
  command: ActionStart['command'],
  shown: string | undefined,
  profile: string | undefined,
): string | undefined => {
  const named = typeof command === 'string' ? withProfile(command, profile) : (command ?? same)(shown)
  return named !== undefined && maskSecrets(named) === named ? named : undefined
}

const withProfile = (command: string, profile: string | undefined): string =>
  profile === undefined ? command : `${command} --profile ${profile}`

/** Our own links have no secrets, but a mask would hide their filters. */
const OWN_LINK = /^(?:open )?'?qd:\/\//

const maskSecrets = (text: string): string => (OWN_LINK.test(text) ? text : maskText(text, () => MASK))

/** The end of an action that threw. Any error but an AppError is a bug in this program, and is thrown. */
export const failureOf = (error: unknown, isCancelled = false): EndState => {
  if (!(error instanceof AppError)) throw error
  if (error.kind === 'outcomeUnknown') return { is: 'unknown', error }
  if (isCancelled && error.kind === 'interrupted') return { is: 'cancelled' }
  return { is: error.kind === 'refused' ? 'refused' : 'failed', error }
}

/** `Export wiki payments → payments-wiki.zip`. */
export const actionTitle = ({ what, target }: Pick<Action, 'what' | 'target'>): string =>
  `${what.charAt(0).toUpperCase()}${what.slice(1)} ${target}`

/** The outcome in one or two words. */
export const outcomeWord = ({ is }: ActionState): string => (is === 'unknown' ? 'outcome unknown' : is)

/** The progress, result or error, in a few words; empty if there is nothing to add to the outcome. */
export const stateText = (state: ActionState): SafeText => {
  if (state.is === 'running') {
    const { progress } = state
    return safeText(progress ? `${percentOf(progress)} ${progressText(progress)}`.trim() : '')
  }
  if (state.is === 'done') return safeText(state.text ?? '')
  return safeText(state.is === 'cancelled' ? '' : maskSecrets(state.error.message))
}
