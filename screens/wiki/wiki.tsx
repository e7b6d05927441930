import type { ScreenProps } from '../kit/screen/screen.ts'
import { ArchiveView } from './archive/archive-view.tsx'
import { RunsView } from './runs/runs-view.tsx'
import { SearchView } from './search/search-view.tsx'
import { SEARCH_VIEW } from './shared/wiki-keys.ts'

export const Wiki = ({ width, height, target, open }: ScreenProps) => {
  if (target?.archive !== undefined)
    return <ArchiveView width={width} height={height} archive={target.archive} page={target.page} />
  if (target?.view === SEARCH_VIEW) return <SearchView width={width} height={height} open={open} />
  return <RunsView width={width} height={height} target={target} open={open} />
}
