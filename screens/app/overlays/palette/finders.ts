// All that finds things for the palette, which is loaded when it is opened for the first time.
export { answersTo } from './answers-to.ts'
export { providers } from './providers.ts'
export { verbPlaces, verbProblem } from './verb-places.ts'
