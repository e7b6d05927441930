import type { z } from 'zod'
import {
  type CheckedRow,
  type ImportContext,
  type ImportKind,
  type ImportKindName,
  importKinds,
} from './import-kinds.ts'
import { checkId, type ImportRun, readObject, UnusableFileError } from './import-run.ts'

/**
 * Imports one file. The contract validates its envelope and each row.
 *
 * @param suffix The part of the file's name after its kind.
 * @throws UnusableFileError if the file as a whole is unusable.
 */
export const importFile = async (
  run: ImportRun,
  path: string,
  name: string,
  kindName: ImportKindName,
  suffix: string,
): Promise<void> => {
  // The row type differs by kind and does not matter here.
  const kind = importKinds[kindName] as ImportKind<unknown>
  const context: ImportContext = { store: run.store, nowMs: run.nowMs, suffix }
  if (kindName === 'serviceAccountKeys') await importAccount(run, suffix)
  const file = kindName === 'computers' ? toComputersEnvelope(readObject(path)) : readObject(path)
  const rows = file[kind.rows]
  if (!Array.isArray(rows)) throw new UnusableFileError(`has no list called ${kind.rows}`)
  if (!checkEnvelope(run, name, kind.envelope, { ...file, [kind.rows]: [] })) return
  checkOrganisation(run, name, file)
  const list = kind.envelope.shape[kind.rows] as z.ZodArray<z.ZodType>
  const accepted: CheckedRow<unknown>[] = []
  for (const [at, given] of rows.entries()) {
    const place = `${kind.rows}[${at}]`
    const parsed = list.element.safeParse(given)
    if (!parsed.success) {
      for (const issue of parsed.error.issues) run.refusals.add(name, `${place}${pathText(issue.path)}`, issue.message)
      continue
    }
    // Store the row as received: the schema's copy would drop unusual member names such as `__proto__`.
    const checked = { row: parsed.data, text: JSON.stringify(given) }
    const key = `${kindName} ${kind.keyOf(checked, context)}`
    const refusal =
      kind.refuse?.(checked.row, context) ?? (run.seen.has(key) ? 'is a duplicate in this import' : undefined)
    if (refusal !== undefined) {
      run.refusals.add(name, place, refusal)
      continue
    }
    run.seen.add(key)
    run.counts[kind.noun] = (run.counts[kind.noun] ?? 0) + 1
    accepted.push(checked)
  }
  // After an error nothing is stored. The other rows are only validated.
  if (run.refusals.count() > 0) return
  await kind.put(accepted, context)
  await kind.putFile?.(file, context)
}

const importAccount = async ({ store }: ImportRun, accountId: string): Promise<void> => {
  const refusal = checkId('the service account’s id in its name', accountId)
  if (refusal !== undefined) throw new UnusableFileError(`cannot be used: ${refusal}`)
  await store.serviceAccounts.putAccount(accountId)
}

const toComputersEnvelope = (file: Record<string, unknown>): Record<string, unknown> =>
  'computers' in file ? file : { computers: [file] }

const checkEnvelope = (run: ImportRun, name: string, envelope: z.ZodObject, value: unknown): boolean => {
  const parsed = envelope.safeParse(value)
  for (const issue of parsed.error?.issues ?? [])
    run.refusals.add(name, pathText(issue.path).replace(/^\./, ''), issue.message)
  return parsed.success
}

const checkOrganisation = (run: ImportRun, name: string, file: Record<string, unknown>): void => {
  const organisation = (file.meta as { org_id?: string } | undefined)?.org_id
  if (organisation === undefined) return
  run.organisation ??= organisation
  if (organisation !== run.organisation)
    run.refusals.add(
      name,
      'meta.org_id',
      `is ${JSON.stringify(organisation)}, but other files have ${JSON.stringify(run.organisation)}`,
    )
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
