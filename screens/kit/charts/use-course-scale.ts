import { useScreenState } from '../screen/screen-state.ts'

/** What the courses of a column are scaled by: the highest of all rows, or each row's own. */
export type CourseScale = 'column' | 'row'

export const courseKeys = [
  {
    keys: ['z r'],
    action: 'courseScale',
    help: 'sparklines scaled by column, or by row',
    group: 'Shape',
  },
] as const

/** The scale of a screen's courses, and what `z r` does. */
export const useCourseScale = (): { by: CourseScale; toggle: () => void } => {
  const [by, setBy] = useScreenState<CourseScale>('courseScale', 'column')
  return { by, toggle: () => setBy(by === 'column' ? 'row' : 'column') }
}

/** The heading of courses over so many days, which says where they cannot be compared with each other. */
export const courseHeading = (days: number, by: CourseScale): string =>
  `${days === 1 ? '1 DAY' : `${days} DAYS`}${by === 'row' ? ' BY ROW' : ''}`
