import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Condition } from '../../../schemas/condition.ts'
import type { Datafile } from '../../../schemas/datafile.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'

/** The variants that a promise names. Null is the caller's default. */
const PromisedVariants = list(Key.nullable()).min(1).max(limits.variantsPerFlag)

const promiseTarget = { flag: Key, variants: PromisedVariants }

/** A promise as data. `text/promise` parses and formats its sentence. */
export const Statement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always'), when: Condition, ...promiseTarget }),
  z.strictObject({ kind: z.literal('never'), when: Condition, ...promiseTarget }),
  /**
   * `share`: of the bucketing line, in weight units. It applies to every group of users who differ only in the unit
   * they are bucketed by.
   */
  z.strictObject({
    kind: z.literal('atMost'),
    share: z.int().min(0).max(limits.weightUnits),
    when: Condition,
    ...promiseTarget,
  }),
  /** Violated by a publish that moves a user from one of the variants to a variant that is not listed. */
  z.strictObject({ kind: z.literal('keeps'), when: Condition, ...promiseTarget }),
  /** A test with one context, at the current time or at a given instant. */
  z.strictObject({
    kind: z.literal('example'),
    context: record(z.string(), Json),
    ...promiseTarget,
    at: Instant.nullable(),
  }),
])
export type Statement = z.infer<typeof Statement>

/** Whether a promise rejects a publish that violates it, or only reports the violation. */
export const InvariantEnforcement = z.enum(['refuses', 'watches'])
export type InvariantEnforcement = z.infer<typeof InvariantEnforcement>

/** The result of checking a promise in one environment. */
export const PromiseState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('kept') }),
  z.strictObject({
    state: z.literal('broken'),
    /** The context of a user for whom it is violated. */
    witness: record(z.string(), Json),
    /** The instant of the violation: now, or later if the passage of time alone causes it. */
    at: Instant,
    /** The variant they get. Null is the caller's default. */
    variant: z.string().nullable(),
    /** Index of the rule that serves them. */
    rule: z.int().nullable(),
    /** For `atMost`: the share of the line that gets the variant in this user's group, in weight units. */
    share: z.int().nullable(),
  }),
  z.strictObject({ state: z.literal('unproven'), because: z.enum(['steps', 'extended', 'unknown', 'example']) }),
])
export type PromiseState = z.infer<typeof PromiseState>

const described = {
  name: Name,
  /** The sentence as users read and write it: `everyone in segment staff gets checkout on`. */
  sentence: z.string().trim().min(1).max(limits.promiseLength),
  /** Null: all environments, including future ones. */
  environments: list(ScopeKey).min(1).max(limits.environmentsPerProject).nullable(),
  force: InvariantEnforcement,
  why: z.string().trim().max(limits.descriptionLength),
}

/** A promise about flags, with its current state. */
export const FlagPromise = z.strictObject({
  key: Key,
  ...described,
  name: z.string(),
  statement: Statement,
  /** The flag whose tests include this promise. Null for a promise of the project. */
  flag: Key.nullable(),
  owner: z.strictObject({ id: z.string().nullable(), name: z.string() }),
  createdAt: Instant,
  states: list(z.strictObject({ environment: ScopeKey, state: PromiseState })),
})
export type FlagPromise = z.infer<typeof FlagPromise>

/** A promise as written, without its state. */
export const WrittenPromise = FlagPromise.omit({ statement: true, owner: true, createdAt: true, states: true })
export type WrittenPromise = z.infer<typeof WrittenPromise>

/** Updates an existing promise if `edits` is set. Otherwise the key must be unused. */
export const SavePromiseInput = InProject.extend({
  key: Key,
  ...described,
  environments: described.environments.default(null),
  force: InvariantEnforcement.default('refuses'),
  why: described.why.default(''),
  flag: Key.nullable().default(null),
  edits: z.boolean().default(false),
})
export type SavePromiseInput = z.input<typeof SavePromiseInput>

export const PromiseReference = InProject.extend({ key: Key })

/**
 * `flag`: returns the promises and examples about this flag. Without it, returns the project's promises, without
 * examples of flags.
 */
export const ListPromisesInput = InProject.extend({ flag: Key.optional() })
export type ListPromisesInput = z.input<typeof ListPromisesInput>

/** Checks a sentence without saving it, and returns the state it would have in each environment. */
export const CheckPromiseInput = InProject.extend({
  sentence: described.sentence,
  environments: described.environments.default(null),
})
export type CheckPromiseInput = z.input<typeof CheckPromiseInput>

export const CheckedPromise = z.strictObject({
  statement: Statement,
  sentence: z.string(),
  states: FlagPromise.shape.states,
})
export type CheckedPromise = z.infer<typeof CheckedPromise>

/** A promise that a publish may affect, and its owner. */
export const TouchedPromise = z.strictObject({
  key: Key,
  name: z.string(),
  statement: Statement,
  force: InvariantEnforcement,
  /** The flag that it is an example of. */
  flag: Key.nullable(),
  owner: z.string(),
})
export type TouchedPromise = z.infer<typeof TouchedPromise>

/**
 * The state of an environment when flags that are off now were last on, and the promises that were knowingly violated
 * since.
 */
export type LastActiveState = { flags: string[]; knowingly: string[]; before: Datafile }

const Named = list(z.strictObject({ kind: z.enum(['flag', 'segment']), key: Key })).max(limits.flagsPerProject)

/** `subjects` would be published; `named` are the subjects that the new documents reference. */
export const TouchedPromisesInput = InEnvironment.extend({ subjects: Named, named: Named })
export type TouchedPromisesInput = z.input<typeof TouchedPromisesInput>

/** The promises that a publish knowingly violates, and the reason. */
export const InvariantOverride = z.strictObject({
  promises: list(Key).min(1).max(limits.promisesPerProject),
  reason: z.string().trim().min(1, 'say why').max(limits.messageLength),
})
export type InvariantOverride = z.infer<typeof InvariantOverride>

/**
 * A promise that a publish would violate, or did. `reason` is null if flags were only turned off or if the promise only
 * reports.
 */
export const InvariantViolation = z.strictObject({
  promise: Key,
  name: z.string(),
  sentence: z.string(),
  state: PromiseState,
  reason: z.string().nullable(),
})
export type InvariantViolation = z.infer<typeof InvariantViolation>

/** Shown to the owner of a promise: it stopped a publish, or was violated nevertheless. */
export const PromiseNews = z.strictObject({
  at: Instant,
  kind: z.enum(['stopped', 'broken']),
  actor: z.string(),
  project: ScopeKey,
  projectName: z.string(),
  environment: ScopeKey,
  promise: Key,
  name: z.string(),
  sentence: z.string(),
  /** For a violated promise: the reason, and the revision that violated it. */
  reason: z.string().nullable(),
  revision: z.int().nullable(),
  /** The change that was stopped. */
  change: z.int().nullable(),
})
export type PromiseNews = z.infer<typeof PromiseNews>
