import { hasMask } from '../../../src/domain/secrets/mask-settings.ts'
import type { ValueNode } from '../../kit/tree/value-tree.ts'

/** Whether a part is a secret, or a text that holds one, by itself. */
export const isSecret = ({ value }: ValueNode): boolean => typeof value === 'string' && hasMask(value)
