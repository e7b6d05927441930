import { safeFileName } from '../../../src/domain/text/safe-file-name.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { PageRow } from '../../../src/domain/wiki/page-tree.ts'
import { useExports } from '../../kit/export/exports.ts'
import type { Filter } from '../../kit/filter/use-filter.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import type { ArchivePanes } from './use-archive-panes.ts'

/** The handlers of the keys of pages, except those that open one. */
export const usePageHandlers = (panes: ArchivePanes, filter: Filter) => {
  const { copy } = useLastRow()
  const { getDetail, getPage, getSelected, getText } = panes
  return {
    ...panes.handlers,
    scrollDown: () => getDetail().scrollDown(),
    scrollUp: () => getDetail().scrollUp(),
    filter: filter.open,
    nextMatch: panes.seek(1),
    previousMatch: panes.seek(-1),
    copyId: () => copy(getSelected()?.path, 'the path of the page.'),
    copyRow() {
      const text = getText()
      return copy(text === undefined ? undefined : safeText(text, 'text'), 'the text of the page.')
    },
    ...useExports(() => {
      const [page, text] = [getPage(), getText()]
      return page && text !== undefined ? pageExports(page, text) : undefined
    }),
  }
}

const pageExports = ({ name }: PageRow, text: string) => {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? 'md'
  return {
    name: safeFileName(name).replace(/\.[a-z0-9]{1,8}$/i, ''),
    formats: [{ id: 'page', title: 'the page', extension, text: () => safeText(text, 'text') }],
  }
}
