import { activityView } from './activity-view.ts'
import { creditsView } from './credits-view.ts'
import { productivityView } from './productivity-view.ts'
import { toolsView } from './tools-view.ts'
import type { View, ViewName } from './view.ts'

export const views: Record<ViewName, View> = {
  credits: creditsView,
  tools: toolsView,
  activity: activityView,
  productivity: productivityView,
}
