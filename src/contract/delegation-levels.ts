// Apart from the schemas, so that people can be put in order before zod is loaded.

/** From the most autonomy to the least; `spec` plans before it acts. Others may come. */
export const DELEGATION_LEVELS = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const
