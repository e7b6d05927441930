import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { toJson } from '../../../src/domain/output/output.ts'
import { hasMask } from '../../../src/domain/secrets/mask-settings.ts'
import type { Path } from '../../../src/domain/settings-diff/setting-path.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { type Selecting, still, useSelection } from '../../kit/list/use-list.ts'
import { usePrivateSalt } from '../../kit/session/person-name.ts'
import { useSession, useSessionState } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import type { ValueNode } from '../../kit/tree/value-tree.ts'

/** How long a revealed value is shown. */
const SHOWN_S = 15

/** A value as it is in the settings. It may be a secret: it is drawn and nothing else, and no copy or export has it. */
export type Revealed = {
  /** What it was revealed for: the key of a row. */
  key: string
  /** Untrusted. */
  value: unknown
  /** Seconds until it is hidden again, from 15 down to 1. */
  leftS: number
}

type Reveal = {
  shown: Revealed | undefined
  /** Whether it is being fetched. */
  isLoading: boolean
  /** Fetches what a revision has at a path of its masked settings. What fails is told as a notice. */
  reveal: (revision: number, path: Path, key: string) => void
  /** Hides what is shown, and drops what is on its way. */
  hide: () => void
}

type Held = { key: string; value: unknown; from: number }

/**
 * One secret value, shown for 15 seconds and then forgotten; at once when it is hidden, when another row is selected, when people
 * become pseudonyms, whom it may name, and when the component goes. It lives in this component alone, as anything kept for longer
 * would outlast it.
 *
 * @param selectedNow - The key of the selected row: what was revealed for another one is neither shown nor kept.
 * @param list - What it is selected in: moving in it draws the component again while there is a secret.
 */
export const useReveal = (selectedNow?: () => string, list?: Selecting): Reveal => {
  const { tell } = useLastRow()
  const connection = useSessionState('connection')
  const isPrivate = usePrivateSalt() !== undefined
  const queries = connection.is === 'ready' ? connection.queries : undefined
  const [held, setHeld] = useState<Held>()
  const [passed, setPassed] = useState(0)
  const [wanted, setWanted] = useState<string>()
  const asked = useRef<AbortController>(undefined)
  const { isLinear } = useSession().theme
  /** The row whose secret stays in the scrollback once it is shown, and where this was said. */
  const warned = useRef<string>(undefined)
  const isNeeded = held !== undefined || wanted !== undefined
  useSelection(list && isNeeded ? list : still)
  const selected = isNeeded ? selectedNow?.() : undefined

  const hide = useCallback(() => {
    asked.current?.abort()
    asked.current = undefined
    setHeld(undefined)
    setWanted(undefined)
  }, [])
  const reveal = useCallback(
    (revision: number, path: Path, key: string) => {
      hide()
      if (!queries) return tell('There is no connection yet: a secret is asked for each time.')
      if (isLinear && warned.current !== key) {
        warned.current = key
        return tell('The secret stays in the scrollback of the terminal once it is shown: the same key again shows it.')
      }
      const asking = new AbortController()
      asked.current = asking
      setWanted(key)
      queries.reveal(revision, path, asking.signal).then(
        (value) => {
          // An answer counts only for the question that was asked last.
          if (asking.signal.aborted) return
          setWanted(undefined)
          if (value === undefined) return tell('The server has no value there.')
          setPassed(0)
          setHeld({ key, value, from: Date.now() })
        },
        (error: unknown) => {
          if (asking.signal.aborted) return
          setWanted(undefined)
          if (!(error instanceof AppError)) throw error
          tell(error.message)
        },
      )
    },
    [queries, tell, hide, isLinear],
  )

  // The component may go while the answer is on its way.
  useEffect(() => hide, [hide])
  const isElsewhere = selected !== undefined && [held?.key, wanted].some((key) => key !== undefined && key !== selected)
  useEffect(() => {
    if (isElsewhere || isPrivate) hide()
  }, [isElsewhere, isPrivate, hide])

  // Seconds are counted, for a clock may be set back; and the clock is asked, for a computer may have slept.
  useEffect(() => {
    if (held === undefined) return undefined
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      const seconds = Math.max(ticks, Math.floor((Date.now() - held.from) / 1000))
      if (seconds >= SHOWN_S) hide()
      else setPassed(seconds)
    }, 1000)
    return () => clearInterval(timer)
  }, [held, hide])

  const isShown = held !== undefined && !isPrivate && (selected === undefined || held.key === selected)
  return {
    shown: isShown ? { key: held.key, value: held.value, leftS: SHOWN_S - passed } : undefined,
    isLoading: wanted !== undefined && (selected === undefined || wanted === selected),
    reveal,
    hide,
  }
}

/** Whether a part is a secret, or a text that holds one, by itself. */
export const isSecret = ({ value }: ValueNode): boolean => typeof value === 'string' && hasMask(value)

/** Why no secret is shown. */
export const NO_SECRET = 'There is no secret in this row.'
export const SECRET_IN_PRIVATE = 'A secret may name people: zn shows their names, then x the secret.'

/** How far a secret is: on its way, shown for so many seconds more, or neither. */
export const secretState = (isLoading: boolean, leftS: number | undefined, theme: Theme): string => {
  if (isLoading) return theme.muted('fetching…')
  return leftS === undefined ? theme.muted('x shows the secret for 15 s') : theme.warn(`hidden again in ${leftS} s`)
}

/** A revealed value as text, over several lines with an indent. Untrusted text. */
export const revealedText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : toJson(value, { indent })
