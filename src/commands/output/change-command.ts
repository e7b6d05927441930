import type { ChangeName, ChangeRequest, ChangeResponse } from '../../cache/load/management/change.ts'
import { type ChangeTexts, sendChange, yesOption } from '../kit/change.ts'
import { type Command, type CommandInput, type CommandSpec, command } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from './print-rows.ts'

/** A parsed change: its request, its texts, and its output. */
type Change<N extends ChangeName> = Omit<ChangeTexts, 'isYes' | 'destroys'> & {
  request: ChangeRequest<N>
  /** Printed on standard error before the change is sent. */
  note?: string | undefined
  /** The output after success: a text, members for json, and a sentence for standard error. */
  done: (answer: ChangeResponse<N>) => readonly [text: string, members: object, note?: string]
}

type ChangeSpec<N extends ChangeName, Rows extends readonly OptionRow[]> = Pick<
  CommandSpec<Rows, unknown>,
  'name' | 'summary' | 'description' | 'arguments' | 'options' | 'examples'
> & {
  change: N
  destroys?: boolean
  /** @throws AppError of kind `usage`. */
  parse: (input: CommandInput<Rows>, now: number) => Change<N>
}

/** A command that sends one change and prints the result. Its last option is `--yes`. */
export const changeCommand = <N extends ChangeName, const Rows extends readonly OptionRow[] = []>({
  change,
  destroys = false,
  parse,
  options = [] as unknown as Rows,
  ...rest
}: ChangeSpec<N, Rows>): Command =>
  command({
    ...rest,
    formats: ['table', 'json'],
    options: [...options, yesOption],
    parse: (input, now) => ({
      ...parse(input as unknown as CommandInput<Rows>, now),
      isYes: (input.options as unknown as { yes: boolean }).yes,
    }),
    run: async ({ request, note, done, ...words }, deps) => {
      if (note !== undefined) noteTo(deps.err, note)
      const answer = await sendChange(change, request, { ...words, destroys }, deps)
      const [text, members, after] = done(answer)
      printDone(text, members, deps)
      if (after !== undefined) noteTo(deps.err, after)
    },
  })
