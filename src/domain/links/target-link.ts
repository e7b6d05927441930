import type { AttentionTarget } from '../overview/attention/attention-kind.ts'
import { formatLink } from './link.ts'

/** The link to the place that an attention item opens. @param isPrivate - Whether to leave out ids of users. */
export const targetLink = (target: AttentionTarget, isPrivate: boolean): string => {
  const { path, params } = placeOf(target, isPrivate)
  const own = Object.entries(params ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return formatLink({ profile: undefined, screen: target.screen, path, params: new Map(own) })
}

type Place = { path?: string | undefined; params?: Readonly<Record<string, string | number | undefined>> }

const placeOf = (target: AttentionTarget, isPrivate: boolean): Place => {
  switch (target.screen) {
    case 'usage':
      return { path: target.view, params: { day: target.day } }
    case 'people':
      if ('view' in target) return { params: { view: target.view, row: isPrivate ? undefined : target.row } }
      return isPrivate ? {} : { path: target.person, params: { day: target.day } }
    case 'readiness':
      return { params: { repository: target.repoUrl, criterion: target.criterion } }
    case 'controls':
      return {
        path: target.revision === undefined ? undefined : String(target.revision),
        params: { path: target.path },
      }
    case 'keys':
      return { path: target.id }
    case 'computers':
      return { path: target.id }
    case 'ci':
      return { path: target.job }
    case 'wiki':
      return { params: { row: target.run } }
    case 'hooks':
      return { params: { row: target.channel } }
  }
}
