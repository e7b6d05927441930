declare const isJson: unique symbol

/** JSON that is already text: stored rows go out as they were put in, without being parsed and written again. */
export type JsonText = string & { [isJson]: true }

/** Marks text as JSON. The caller vouches for it. */
export const jsonText = (text: string): JsonText => text as JsonText
