import { z } from 'zod'

/** What a project declares an attribute of its contexts to be. */
export const AttributeType = z.enum(['string', 'number', 'boolean', 'datetime', 'version', 'string list'])
export type AttributeType = z.infer<typeof AttributeType>
