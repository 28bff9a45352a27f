import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { attributeTypes } from '../../../operators.ts'
import { list } from '../../../schemas/bounded.ts'
import { Scalar } from '../../../schemas/condition.ts'
import { Description, InProject } from '../../projects/schemas/project.ts'

/** The type that a project declares for an attribute. */
export const AttributeType = z.enum(attributeTypes)
export type AttributeType = z.infer<typeof AttributeType>

/** The path that a condition reads, dotted; `\.` is a literal dot. */
const Path = z
  .string()
  .trim()
  .min(1, 'give it a name')
  .max(limits.nameLength)
  .refine((name) => name !== 'targetingKey', 'every context has a targeting key; it is not declared')

/** A declared attribute of the contexts that a project's flags are evaluated with. */
export const Attribute = z.strictObject({
  name: Path,
  type: AttributeType,
  /** Whether every context must include it. */
  required: z.boolean(),
  /** Known values, offered when writing a rule. Other values are possible. */
  knownValues: list(Scalar).max(limits.knownValues),
  /** Whether it is personal data. Applications remove personal attributes from the contexts they report. */
  personal: z.boolean(),
  description: Description,
})
export type Attribute = z.infer<typeof Attribute>

/** The declared attributes of a project, as its applications need them. */
export const ProgramAttributes = z.strictObject({
  attributes: list(Attribute.pick({ name: true, type: true, required: true, knownValues: true })),
})
export type ProgramAttributes = z.infer<typeof ProgramAttributes>

/** The JSON type of known values for each attribute type. Null: booleans need no known values. */
const kinds: Record<AttributeType, 'string' | 'number' | null> = {
  string: 'string',
  number: 'number',
  boolean: null,
  datetime: 'string',
  version: 'string',
  'string list': 'string',
}

export const SaveAttributeInput = InProject.extend(
  Attribute.extend({
    required: z.boolean().default(false),
    knownValues: Attribute.shape.knownValues.default([]),
    personal: z.boolean().default(false),
    description: Description.default(''),
  }).shape,
).superRefine(({ type, knownValues }, ctx) => {
  const kind = kinds[type]
  for (const [at, value] of knownValues.entries()) {
    // oxlint-disable-next-line valid-typeof -- the table holds the names that typeof gives
    if (typeof value === kind) continue
    const message = kind === null ? 'a boolean is true or false: name no values' : `use a ${kind}, as the type says`
    ctx.addIssue({ code: 'custom', path: ['knownValues', at], message })
  }
})
export type SaveAttributeInput = z.input<typeof SaveAttributeInput>

export const AttributeReference = InProject.extend({ name: z.string().max(limits.nameLength) })
