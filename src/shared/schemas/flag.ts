import { z } from 'zod'
import { limits } from '../limits.ts'
import { byField, list, record } from './bounded.ts'
import { Condition, FlagTest } from './condition.ts'
import { Within } from './extended-point.ts'
import { Sticky } from './extended-split.ts'
import { Json, Key } from './keys.ts'
import { Serve } from './split.ts'

export const FlagType = z.enum(['boolean', 'string', 'number', 'object'])
export type FlagType = z.infer<typeof FlagType>

export const Prerequisite = z.strictObject({ flag: Key, variants: list(Key).min(1).max(limits.variantsPerFlag) })
export type Prerequisite = z.infer<typeof Prerequisite>

/** What only a rule from another system has. In this order: `pre`, `sticky`, `when`, `gate`, `serve`. */
export const ExtendedRule = z.strictObject({
  /** Must hold before the rule is looked at; a miss skips the rule, a miss of a gate ends the flag with the caller's default. */
  pre: list(
    byField({
      flagTest: z.strictObject({ flagTest: FlagTest, gate: z.boolean().optional() }),
      when: z.strictObject({ when: Condition, gate: z.boolean().optional() }),
    }),
  )
    .max(limits.conditionsPerRule)
    .optional(),
  sticky: Sticky.optional(),
  /** `when` is unknown: skip the rule (default); skip it, and the flag is unknown if no later rule serves; or stop with an error. */
  onUnknown: z.enum(['skip', 'remember', 'fatal']).optional(),
  /** Whom the rule serves of those it is about. */
  gate: Within.optional(),
  /** Served to those the gate misses, in place of going on with the next rule; after an unknown the flag stays unknown. */
  onGateMiss: Serve.optional(),
})
export type ExtendedRule = z.infer<typeof ExtendedRule>

export const Rule = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().max(limits.nameLength).optional(),
  when: Condition,
  serve: Serve,
  /** The run that measures this rule: an evaluation that ends here is an exposure of it (`docs/adr/0019`). Changes no answer. */
  run: z.int().min(1).max(limits.runNumber).optional(),
  ...ExtendedRule.shape,
})
export type Rule = z.infer<typeof Rule>

/** What only a flag from another system has. */
export const ExtendedFlag = z.strictObject({
  /** Which comes first, the switch or the prerequisites; by default the switch. */
  order: z.enum(['state,prerequisites', 'prerequisites,state']).optional(),
  /** The key that was hashed there: a rename must not move anyone. Its importer has written it into the points. */
  hashKey: z.string().max(512).optional(),
  /** More outputs of a variant: the name it is reported by, when it is not its key, and a payload beside the value. */
  outputs: z
    .record(Key, z.strictObject({ name: z.string().nullable().optional(), payload: Json.optional() }))
    .optional(),
  /** Prerequisites of the wide kind, after those of `prerequisites`. */
  requires: list(FlagTest).max(1_000).optional(),
  /** Served in place of `offVariant` when it is here. */
  off: Serve.optional(),
})
export type ExtendedFlag = z.infer<typeof ExtendedFlag>

/** One flag in one environment: what the log stores and the engine evaluates. */
export const FlagDocument = z.strictObject({
  key: Key,
  type: FlagType,
  on: z.boolean(),
  variants: record(Key, Json),
  offVariant: Key.nullable(),
  prerequisites: list(Prerequisite).max(limits.prerequisitesPerFlag),
  rules: list(Rule).max(limits.rulesPerFlag),
  otherwise: Serve,
  salt: z.string().min(1).max(512),
  visibleToClients: z.boolean(),
  ...ExtendedFlag.shape,
})
export type FlagDocument = z.infer<typeof FlagDocument>
