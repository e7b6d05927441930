import { useContext } from 'react'
import { views } from '../../src/domain/usage/views/usage-views.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { innerState, ScreenStateContext, useScreenState } from '../kit/screen/screen-state.ts'
import { useSharedState } from './chart/shared-state.ts'
import { SavingsView } from './savings/savings-view.tsx'
import { UsageView } from './usage-view.tsx'
import { usageState, viewOf } from './views/usage-state.ts'

export const Usage = (props: ScreenProps) => {
  const { target } = props
  const [name, setName] = useScreenState(usageState.view, viewOf(target))
  const shared = useSharedState(target)
  // Each view has its own state, nested in the state of the screen.
  const ownState = innerState(useContext(ScreenStateContext), usageState.inner.at(name), true)
  return (
    <ScreenStateContext value={ownState}>
      {name === 'savings' ? (
        <SavingsView showView={setName} {...props} />
      ) : (
        <UsageView key={name} view={views[name]} shared={shared} showView={setName} {...props} />
      )}
    </ScreenStateContext>
  )
}
