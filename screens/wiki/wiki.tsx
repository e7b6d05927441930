import type { ScreenProps } from '../kit/screen/screen.ts'
import { ArchiveView } from './archive/archive-view.tsx'
import { RunsView } from './runs/runs-view.tsx'

export const Wiki = ({ width, height, target, open }: ScreenProps) =>
  target?.archive === undefined ? (
    <RunsView width={width} height={height} target={target} open={open} />
  ) : (
    <ArchiveView width={width} height={height} archive={target.archive} page={target.page} />
  )
