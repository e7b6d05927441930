import { AppError } from '../../../src/base/errors.ts'
import { ConfirmDialog } from '../../../src/ui/dialog/confirm-dialog.tsx'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'

export type BrowseDialogProps = {
  /** A description of the address: `the pull request`. */
  what: string
  /** Untrusted: it comes from the server. */
  address: string
}

/** Shows where an address leads before the browser opens it. */
export const BrowseDialog = ({ what, address }: BrowseDialogProps) => {
  const { outside, actions } = useSession()
  const { showNotice } = useLastRow()
  const { host } = URL.canParse(address) ? new URL(address) : { host: '' }
  return (
    <ConfirmDialog
      title={`Open ${what} in the browser`}
      about={[
        { label: 'host', text: host === '' ? 'none: not a web address' : host },
        { label: 'address', text: address },
      ]}
      verb="opens it"
      doing="opening"
      request="in your browser, without the key"
      confirm={async () => {
        if (host === '') throw new AppError('usage', 'This is not a web address, so nothing was opened.')
        await actions.track({ what: 'open in browser', target: `${what} on ${host}` }, () => outside.browse(address))
        showNotice(`Opened ${host} in the browser.`)
        return undefined
      }}
    />
  )
}
