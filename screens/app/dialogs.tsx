import { useCallback, useMemo, useState } from 'react'
import { DialogContext } from '../../src/ui/dialog/dialog-context.ts'
import { type Binding, noKeys } from '../../src/ui/keys/bindings.ts'
import { type LoadDialog, type OpenDialog, OpenDialogContext } from '../kit/dialogs/use-change.ts'
import { useSession } from '../kit/session/session.ts'
import { useLoaded } from '../kit/session/use-loaded.ts'

type Opened = {
  load: LoadDialog<object>
  props: object
  /** Differs each time a dialog opens, so that no state of the previous one remains. */
  id: number
}

export const useDialogs = () => {
  const [opened, setOpened] = useState<Opened>()
  const [keys, showKeys] = useState<readonly Binding[]>(noKeys)
  const open = useCallback<OpenDialog>((load, props) => {
    showKeys(noKeys)
    setOpened((before) => ({ load: load as unknown as LoadDialog<object>, props, id: (before?.id ?? 0) + 1 }))
  }, [])
  const close = useCallback(() => setOpened(undefined), [])
  return { opened, keys, showKeys, open, close }
}

export type DialogsProps = Pick<ReturnType<typeof useDialogs>, 'opened' | 'showKeys' | 'open' | 'close'> & {
  width: number
  height: number
  isHidden: boolean
}

/** Draws the open dialog over the lower rows of the body. Keys pressed before it is loaded are buffered. */
export const Dialogs = ({ opened, showKeys, open, close, width, height, isHidden }: DialogsProps) => {
  const { theme, set } = useSession()
  const showNotice = useCallback((text: string) => set({ notice: text }), [set])
  const Loaded = useLoaded(opened?.load, 'this dialog', close)
  const place = useMemo(
    () => ({ width, height, theme, isHidden, close, showNotice, showKeys }),
    [width, height, theme, isHidden, close, showNotice, showKeys],
  )
  if (!opened || !Loaded) return null
  return (
    // A dialog may open another one in its place.
    <OpenDialogContext value={open}>
      <DialogContext value={place}>
        <Loaded key={opened.id} {...opened.props} />
      </DialogContext>
    </OpenDialogContext>
  )
}
