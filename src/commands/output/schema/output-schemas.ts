import * as z from 'zod'
import { auditOutputs } from './audit-outputs.ts'
import { machineOutputs, serverOutputs } from './machine-outputs.ts'
import { managementOutputs } from './management-outputs.ts'
import { usageOutputs } from './usage-outputs.ts'

/** The schemas of the JSON documents that commands print, by the names of the commands. */
export const outputSchemas: Readonly<Record<string, z.ZodType>> = {
  ...usageOutputs,
  ...auditOutputs,
  ...managementOutputs,
  ...machineOutputs,
  ...serverOutputs,
}

/** A format says it all: its pattern has hundreds of characters. */
const override = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

/** The JSON Schema of the document that a command prints; undefined if it prints none of its own. */
export const outputJsonSchema = (
  name: string,
  target: 'draft-2020-12' | 'draft-07' = 'draft-2020-12',
): Record<string, unknown> | undefined => {
  const schema = Object.hasOwn(outputSchemas, name) ? outputSchemas[name] : undefined
  return (
    schema && {
      title: `qd ${name}`,
      ...z.toJSONSchema(schema, { target, io: 'input', unrepresentable: 'any', override }),
    }
  )
}
