import { shownOf } from '../../src/cache/load/query-state.ts'
import { useMarks } from '../kit/list/use-marks.ts'
import { useQuery } from '../kit/query/use-query.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { useSession } from '../kit/session/session.ts'
import { LeaderboardView } from './leaderboard/leaderboard-view.tsx'
import { MarkedView } from './marked/marked-view.tsx'
import { PersonView } from './person/person-view.tsx'
import { SeatsView } from './seats/seats-view.tsx'
import {
  PEOPLE_VIEWS,
  type PeopleTabs,
  type PeopleViewName,
  peopleState,
  peopleView,
  viewOf,
} from './shared/people-keys.ts'
import { useLoadEvents } from './shared/use-load-events.ts'
import { usePeople, useRangeAround } from './shared/use-people.ts'
import { TeamsView } from './teams/teams-view.tsx'

export const People = (props: ScreenProps) => {
  const [view, setView] = useScreenState(peopleView, viewOf(props.target))
  const offered = shownOf(useQuery('extensions', {}))?.data
  const hasTeams = useSession().plan?.teams !== undefined || offered?.includes('teams') === true
  const shown: Readonly<Record<PeopleViewName, boolean>> = {
    use: true,
    seats: offered?.includes('organizationUsers') ?? false,
    teams: hasTeams,
  }
  const views = PEOPLE_VIEWS.filter((name) => shown[name])
  const tabs = {
    view: shown[view] ? view : 'use',
    views: views.length > 1 ? views : noViews,
    setView,
    whyOne: ONE_VIEW,
  } as const
  const { width, height, target, open } = props
  if (tabs.view === 'seats' && target?.person === undefined)
    return <SeatsView {...{ width, height, open, target, tabs }} />
  if (tabs.view === 'teams' && target?.person === undefined)
    return <TeamsView {...{ width, height, open, target, tabs }} />
  return <Use {...props} tabs={tabs} />
}

const ONE_VIEW = 'This server lists neither users with a seat nor teams.'
const noViews: readonly PeopleViewName[] = []

const Use = ({ width, height, target, open, tabs }: ScreenProps & { tabs: PeopleTabs }) => {
  const loaded = usePeople(useRangeAround(target?.day), target?.person)
  useLoadEvents(loaded)
  const marks = useMarks(peopleState.marks)
  const [isCompared, setIsCompared] = useScreenState(peopleState.compared)
  if (target?.person !== undefined) {
    return <PersonView width={width} height={height} loaded={loaded} id={target.person} day={target.day} />
  }
  const shared = { width, height, open, loaded, marks, tabs }
  return isCompared ? (
    <MarkedView {...shared} leave={() => setIsCompared(false)} />
  ) : (
    <LeaderboardView {...shared} compareMarked={() => setIsCompared(true)} />
  )
}
