/** Why a key that is about the selected row does nothing where there is none. */
export const NO_ROW = 'No row is selected.'

/** Why a key that folds does nothing. */
export const NOTHING_TO_FOLD = 'There is nothing to fold here.'
export const NOTHING_TO_UNFOLD = 'There is nothing to unfold here.'

/** Why a key does nothing where there is nothing to go on to: `measure`. @param step - Which way it would have gone. */
export const atTheEnd = (what: string, step: 1 | -1): string => `This is the ${step === 1 ? 'last' : 'first'} ${what}.`

/** Why a key that moves the selected row does nothing. @param step - Which way it would have moved. */
export const noMore = (length: number, step: 1 | -1): string => (length === 0 ? NO_ROW : atTheEnd('row', step))
