import { mostFirst, type Sort, type SortId } from '../../../src/domain/usage/views/usage-rows.ts'
import type { View } from '../../../src/domain/usage/views/view.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'

/** What the user chose to see of a view, and what changes it. It stays while the view is not shown. */
export type ViewChoice = ReturnType<typeof useViewChoice>

/** @param openedAt - The model whose people are shown at first. */
export const useViewChoice = (view: View, openedAt: string | undefined) => {
  const { groups, measures, insideModel } = view
  const [firstGroup] = groups
  const [firstMeasure] = measures
  const [groupId, setGroupId] = useScreenState('group', firstGroup.id)
  const [measureId, setMeasureId] = useScreenState('measure', firstGroup.measure ?? firstMeasure.id)
  const [courseId, setCourseId] = useScreenState<string | undefined>('course', undefined)
  const [model, setModel] = useScreenState<string | undefined>('model', insideModel && openedAt)
  const [isApart, setIsApart] = useScreenState('apart', false)
  const outer = groups.find(({ id }) => id === groupId) ?? firstGroup
  const group = (model !== undefined && insideModel) || outer
  const isFigures = group.measure === undefined
  const [sort, setSort] = useScreenState<Sort | undefined>(
    isFigures ? 'figureSort' : 'sort',
    isFigures ? undefined : mostFirst,
  )
  const leave = () => {
    setModel(undefined)
    setCourseId(undefined)
  }
  return {
    /** The breakdown that was chosen, and the one that is shown: people of one of its models, or itself. */
    outer,
    group,
    /** Whether its rows are the measures of the view. */
    isFigures,
    measureId,
    /** The model whose people are shown. */
    model,
    /** The row whose course the chart shows; of people of a model, the model's. */
    charted: model ?? courseId,
    isApart,
    /** Undefined: figures in the order of the view. */
    sort,
    leave,
    showPeopleOf: setModel,
    /** Shows the course of a row, or the measure again where it is shown already. */
    toggleCourse: (id: string) => setCourseId(courseId === id ? undefined : id),
    toggleApart: () => setIsApart(!isApart),
    showGroup: (id: string) => {
      const next = groups.find((one) => one.id === id) ?? firstGroup
      setGroupId(next.id)
      if (next.measure !== undefined) setMeasureId(next.measure)
      leave()
    },
    showMeasure: (by: 1 | -1) => {
      leave()
      const at = measures.findIndex(({ id }) => id === measureId)
      setMeasureId(measures[(at + by + measures.length) % measures.length]?.id ?? firstMeasure.id)
    },
    sortBy: (id: SortId) =>
      setSort((before) => {
        if (before?.id !== id) return { id, isDescending: id !== 'name' }
        // A third press brings back the order of the view, which figures have instead of one by a column.
        return isFigures && !before.isDescending === (id !== 'name')
          ? undefined
          : { id, isDescending: !before.isDescending }
      }),
  }
}
