import { useCallback, useMemo } from 'react'
import { shownOf } from '../../src/cache/load/query-state.ts'
import type { ExtensionName } from '../../src/contract/extensions.ts'
import { keySorts, keyTable } from '../../src/domain/keys/key-list.ts'
import { KEY_COLUMNS, keyOutput } from '../../src/domain/keys/key-words.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import type { RowAction } from '../kit/dialogs/actions-dialog.tsx'
import { useActionsMenu, useCanWrite } from '../kit/dialogs/use-actions-menu.ts'
import { useOpenDialog, useRemoveId } from '../kit/dialogs/use-change.ts'
import { shellWord } from '../kit/export/command-options.ts'
import { listExports } from '../kit/export/exports.ts'
import { useListScreen } from '../kit/list/use-list-screen.tsx'
import { useEachMinute } from '../kit/query/ticks.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useSession } from '../kit/session/session.ts'
import { type KeyEntry, keyColumns, keyEntries, keyText, listedOf } from './key-columns.ts'
import { emptyKeys, keyDetail, keysHead } from './key-detail.ts'
import { keyListKeys, keysState, QUICK_KEYS, type QuickKeys } from './key-list-keys.ts'

export const Keys = ({ width, height, target }: ScreenProps) => {
  const { theme } = useSession()
  const state = useQuery('serviceAccounts', {})
  const accounts = shownOf(state)?.data
  const entries = useEachMinute(useCallback((now: number) => keyEntries(accounts ?? [], now), [accounts]))
  const screen = useListScreen({
    name: 'keys',
    keys: keysState,
    width,
    height,
    state,
    entries,
    idOf,
    target: target?.key === undefined ? undefined : entryOf(entries, target.key)?.id,
    table: useEachMinute(tableAt),
    sorts,
    quick,
    columns: useMemo(() => keyColumns(theme, entries), [theme, entries]),
    detailOf: keyDetail,
    arrivedAt: ({ key }) => key?.createdAt,
    head: () => keysHead(entries, state, width, theme),
    empty: (filter, shown) => emptyKeys(state, entries.length, filter, shown),
    copies,
    exports: keysExports,
    command,
  })
  useKeys(keyListKeys, { ...screen.handlers, ...useKeyActions(screen.getSelected) })
  return screen.body
}

/** The entry of a key, or the first one of a service account. */
const entryOf = (entries: readonly KeyEntry[], id: string): KeyEntry | undefined =>
  entries.find(({ key }) => key?.key.id === id) ?? entries.find(({ account }) => account.id === id)

const idOf = ({ id }: KeyEntry): string => id
const tableAt = (now: number) => keyTable(now, listedOf)
const sorts = { ...keySorts(listedOf), columns: { urgency: 'note' } }
const quick = {
  names: QUICK_KEYS,
  keeps: ({ key }: KeyEntry, shown: QuickKeys) => shown === 'all' || (key?.state === 'active') === (shown === 'active'),
  words: (shown: QuickKeys) =>
    shown === 'all' ? 'Showing all keys.' : `Showing only ${shown} keys. Press f to show others.`,
  option: (shown: QuickKeys) => (shown === 'all' ? '' : ` --${shown}`),
  view: (shown: QuickKeys) => (shown === 'all' ? undefined : shown),
}
const copies = {
  row: keyText,
  id: ({ key, account }: KeyEntry) => key?.key.id ?? account.id,
  json: ({ key }: KeyEntry) => key?.key,
  jsonLabel: 'the key as JSON.',
}
const command = {
  list: 'keys list',
  one: ({ account, key }: KeyEntry) =>
    key && `keys list ${shellWord(account.id)} --where ${shellWord(`id="${key.key.id}"`)}`,
}

const keysExports = (entries: readonly KeyEntry[]) =>
  listExports('keys', {
    rows: entries.flatMap(({ key, now }) => (key ? [keyOutput(key, now)] : [])),
    columns: KEY_COLUMNS,
  })

const useKeyActions = (getSelected: () => KeyEntry | undefined) => {
  const openDialog = useOpenDialog()
  const forgetId = useRemoveId()
  const canWrite = useCanWrite()

  const actionsFor = ({ account: { id }, key }: KeyEntry, offered: readonly ExtensionName[]): RowAction[] => {
    const can = (name: ExtensionName): boolean => canWrite && offered.includes(name)
    const keyId = key?.key.id
    const forget = () => forgetId('serviceAccounts', id, '. Press A to add it again.')
    const actions: (RowAction | false)[] = [
      can('createKey') && {
        key: 'n',
        label: 'create a key',
        detail: `of ${id}`,
        run: () => openDialog(loadCreateDialog, { account: id }),
      },
      can('revokeKey') &&
        key !== undefined &&
        key.state !== 'revoked' &&
        keyId !== undefined && {
          key: 'd',
          label: 'revoke the key',
          run: () => openDialog(loadRevokeDialog, { keyId, row: key }),
        },
      { key: 'f', label: 'remove the account', detail: `${id}; its keys are not changed`, run: forget },
    ]
    return actions.filter((one) => one !== false)
  }
  const openMenu = useActionsMenu(() => {
    const entry = getSelected()
    return {
      title: entry?.key?.key.name ?? entry?.account.id ?? 'Keys',
      actionsOf: (offered) => (entry ? actionsFor(entry, offered) : []),
      otherwise: 'No actions here. Press A to add a service account by id.',
    }
  })
  return {
    actions: openMenu,
    add: () => openDialog(loadAddDialog, { kind: 'serviceAccounts', what: 'service account' }),
  }
}

const loadAddDialog = async () => (await import('../kit/dialogs/add-id-dialog.tsx')).AddIdDialog
const loadCreateDialog = async () => (await import('./key-dialogs.tsx')).CreateKeyDialog
const loadRevokeDialog = async () => (await import('./key-dialogs.tsx')).RevokeKeyDialog
