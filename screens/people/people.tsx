import { useMarks } from '../kit/list/use-marks.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import { useScreenState } from '../kit/screen/screen-state.ts'
import { LeaderboardView } from './leaderboard/leaderboard-view.tsx'
import { MarkedView } from './marked/marked-view.tsx'
import { PersonView } from './person/person-view.tsx'
import { peopleState } from './shared/people-keys.ts'
import { useLoadEvents } from './shared/use-load-events.ts'
import { usePeople, useRangeAround } from './shared/use-people.ts'

export const People = ({ width, height, target, open }: ScreenProps) => {
  const loaded = usePeople(useRangeAround(target?.day), target?.person)
  useLoadEvents(loaded)
  const marks = useMarks(peopleState.marks)
  const [isCompared, setIsCompared] = useScreenState(peopleState.compared)
  if (target?.person !== undefined) {
    return <PersonView width={width} height={height} loaded={loaded} id={target.person} day={target.day} />
  }
  const shared = { width, height, open, loaded, marks }
  return isCompared ? (
    <MarkedView {...shared} leave={() => setIsCompared(false)} />
  ) : (
    <LeaderboardView {...shared} compareMarked={() => setIsCompared(true)} />
  )
}
