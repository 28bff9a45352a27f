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

/** Fields that only imported rules have. They apply in this order: `pre`, `sticky`, `when`, `gate`, `serve`. */
export const ExtendedRule = z.strictObject({
  /**
   * Conditions before the rule. If one fails, the rule is skipped; if it is a gate, the flag ends with the caller's
   * default.
   */
  pre: list(
    byField({
      flagTest: z.strictObject({ flagTest: FlagTest, gate: z.boolean().optional() }),
      when: z.strictObject({ when: Condition, gate: z.boolean().optional() }),
    }),
  )
    .max(limits.conditionsPerRule)
    .optional(),
  sticky: Sticky.optional(),
  /**
   * If `when` is unknown: skip the rule (default); skip it, and make the flag unknown if no later rule serves; or stop
   * with an error.
   */
  onUnknown: z.enum(['skip', 'remember', 'fatal']).optional(),
  /** Which share of the matching users the rule serves. */
  gate: Within.optional(),
  /**
   * Served to users that the gate excludes, instead of continuing with the next rule. After an unknown, the flag stays
   * unknown.
   */
  onGateMiss: Serve.optional(),
})
export type ExtendedRule = z.infer<typeof ExtendedRule>

export const Rule = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().max(limits.nameLength).optional(),
  when: Condition,
  serve: Serve,
  /**
   * The run that measures this rule: an evaluation that ends here is an exposure (`docs/adr/0019`). Does not affect the
   * value.
   */
  run: z.int().min(1).max(limits.runNumber).optional(),
  ...ExtendedRule.shape,
})
export type Rule = z.infer<typeof Rule>

/** Fields that only imported flags have. */
export const ExtendedFlag = z.strictObject({
  /** Whether the switch or the prerequisites are evaluated first; default: the switch. */
  order: z.enum(['state,prerequisites', 'prerequisites,state']).optional(),
  /** The key that the vendor hashed: a rename must not move users. The importer has copied it into the points. */
  hashKey: z.string().max(512).optional(),
  /** Additional outputs of a variant: its reported name, if it differs from the key, and a payload. */
  outputs: z
    .record(Key, z.strictObject({ name: z.string().nullable().optional(), payload: Json.optional() }))
    .optional(),
  /** Extended prerequisites, evaluated after `prerequisites`. */
  requires: list(FlagTest).max(1_000).optional(),
  /** Replaces `offVariant` if set. */
  off: Serve.optional(),
})
export type ExtendedFlag = z.infer<typeof ExtendedFlag>

/** One flag in one environment, as the log stores it and the engine evaluates it. */
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
