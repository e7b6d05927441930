import type { ChangeAnswer, ChangeName, ChangeRequest } from '../../cache/load/management/change.ts'
import { type ChangeWords, carryOutChange, yesOption } from '../kit/change.ts'
import { type Command, type CommandInput, type CommandSpec, command, type Deps } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from './print-rows.ts'

/** A change that was typed: what is sent, the words about it, and what is printed once it is done. */
type Change<N extends ChangeName> = Omit<ChangeWords, 'isYes' | 'destroys'> & {
  request: ChangeRequest<N>
  /** A sentence, and members for json. */
  done: (answer: ChangeAnswer<N>, deps: Deps) => readonly [sentence: string, members: object]
}

type ChangeSpec<N extends ChangeName, Rows extends readonly OptionRow[]> = Pick<
  CommandSpec<Rows, unknown>,
  'name' | 'summary' | 'description' | 'arguments' | 'options' | 'examples'
> & {
  change: N
  destroys?: boolean
  /** @throws AppError of kind `usage`. */
  parse: (input: CommandInput<Rows>) => Change<N>
  /** Prints notes before it is sent. */
  before?: (change: Change<N>, deps: Deps) => void
}

/** A command that sends one change and prints that it is done. Its last option is `--yes`. */
export const changeCommand = <N extends ChangeName, const Rows extends readonly OptionRow[] = []>({
  change,
  destroys = false,
  parse,
  before,
  options = [] as unknown as Rows,
  ...rest
}: ChangeSpec<N, Rows>): Command =>
  command({
    ...rest,
    formats: ['table', 'json'],
    options: [...options, yesOption],
    parse: (input) => ({
      ...parse(input as unknown as CommandInput<Rows>),
      isYes: (input.options as unknown as { yes: boolean }).yes,
    }),
    run: async ({ request, done, ...words }, deps) => {
      before?.({ request, done, ...words }, deps)
      const answer = await carryOutChange(change, request, { ...words, destroys }, deps)
      printDone(...done(answer, deps), deps)
    },
  })
