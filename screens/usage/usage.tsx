import { useContext } from 'react'
import { views } from '../../src/domain/usage/views/usage-views.ts'
import { VIEW_NAMES, type ViewName } from '../../src/domain/usage/views/view.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { innerState } from '../kit/screen/screen-link.ts'
import { ScreenStateContext, useScreenState } from '../kit/screen/screen-state.ts'
import { useSharedState } from './chart/shared-state.ts'
import { UsageView } from './usage-view.tsx'

export const Usage = (props: ScreenProps) => {
  const { target } = props
  const [name, setName] = useScreenState<ViewName>('view', VIEW_NAMES.find((one) => one === target?.view) ?? 'credits')
  const shared = useSharedState(target)
  // What one view keeps for itself, inside of what the screen keeps.
  const kept = innerState(useContext(ScreenStateContext), `view:${name}`, true)
  return (
    <ScreenStateContext value={kept}>
      <UsageView key={name} view={views[name]} shared={shared} showView={setName} {...props} />
    </ScreenStateContext>
  )
}
