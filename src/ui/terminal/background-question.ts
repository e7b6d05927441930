import { ASK_BACKGROUND, type Background, backgroundIn, isLastAnswer } from './background.ts'

/** How long the terminal may take to answer, ms. A later answer is dropped. */
export const ANSWER_MS = 100

export type BackgroundQuestion = {
  /** Asks, and calls back once with what the terminal draws on; not at all where it does not say so in time. */
  ask(tell: (background: Background) => void): void
  /** Takes a reply of the terminal, whatever it was asked. */
  hear(reply: string): void
  /** Kept once no answer is awaited any more, at most {@link ANSWER_MS} after the question; undefined when none is. */
  over(): Promise<void> | undefined
}

export type BackgroundQuestionOptions = {
  /** Sends to the terminal. */
  write: (text: string) => void
  /** Starts a timer and returns how to stop it. @default setTimeout */
  delay?: (action: () => void, ms: number) => () => void
}

/** The question of what the terminal draws on, and the time it has to answer. */
export const createBackgroundQuestion = ({ write, delay = timeout }: BackgroundQuestionOptions): BackgroundQuestion => {
  let asked: { tell: (background: Background) => void; over: PromiseWithResolvers<void>; stop: () => void } | undefined
  const end = () => {
    asked?.stop()
    asked?.over.resolve()
    asked = undefined
  }
  return {
    ask(tell) {
      end()
      asked = { tell, over: Promise.withResolvers(), stop: delay(end, ANSWER_MS) }
      write(ASK_BACKGROUND)
    },
    hear(reply) {
      const background = backgroundIn(reply)
      if (background !== undefined) asked?.tell(background)
      // The second answer is still to come after the first: it is waited for too, as it is as much in the way.
      if (isLastAnswer(reply)) end()
    },
    over: () => asked?.over.promise,
  }
}

// Timers that are due run before what has arrived is read: one that was due while we drew must not hide an answer that is there.
const timeout = (action: () => void, ms: number): (() => void) => {
  const timer = setTimeout(() => setImmediate(action), ms)
  return () => clearTimeout(timer)
}
