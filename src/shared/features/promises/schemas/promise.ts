import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Condition } from '../../../schemas/condition.ts'
import type { Datafile } from '../../../schemas/datafile.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'

/** The variants a promise speaks of; null is the program's own default. */
const Answers = list(Key.nullable()).min(1).max(limits.variantsPerFlag)

const about = { flag: Key, variants: Answers }

/** What a promise says, as data; its sentence is written and read by `text/promise`. */
export const Statement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always'), when: Condition, ...about }),
  z.strictObject({ kind: z.literal('never'), when: Condition, ...about }),
  /** `share`: of the line, in weight units; of every group of people alike in all that is asked but for their unit. */
  z.strictObject({
    kind: z.literal('atMost'),
    share: z.int().min(0).max(limits.weightUnits),
    when: Condition,
    ...about,
  }),
  /** Broken by a publish that moves somebody from one of the variants to none of them. */
  z.strictObject({ kind: z.literal('keeps'), when: Condition, ...about }),
  /** One context, now or at an instant. */
  z.strictObject({ kind: z.literal('example'), context: record(z.string(), Json), ...about, at: Instant.nullable() }),
])
export type Statement = z.infer<typeof Statement>

/** Whether a promise refuses what would break it, or only says that it is broken. */
export const Force = z.enum(['refuses', 'watches'])
export type Force = z.infer<typeof Force>

/** What a promise came to in one environment. */
export const PromiseState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('kept') }),
  z.strictObject({
    state: z.literal('broken'),
    /** Somebody it is broken for. */
    witness: record(z.string(), Json),
    /** When: now, or a later instant at which time alone breaks it. */
    at: Instant,
    /** What they get; null is the program's own default. */
    variant: z.string().nullable(),
    /** Index of the rule that serves them. */
    rule: z.int().nullable(),
    /** Of `at most`: how much of the line gets it in the group of the witness, in weight units. */
    share: z.int().nullable(),
  }),
  z.strictObject({ state: z.literal('unproven'), because: z.enum(['steps', 'extended', 'unknown', 'example']) }),
])
export type PromiseState = z.infer<typeof PromiseState>

const described = {
  name: Name,
  /** As people read and write it: `everyone in segment staff gets checkout on`. */
  sentence: z.string().trim().min(1).max(limits.promiseLength),
  /** Null: in all environments, those to come included. */
  environments: list(ScopeKey).min(1).max(limits.environmentsPerProject).nullable(),
  force: Force,
  /** Why it was promised. */
  why: z.string().trim().max(limits.descriptionLength),
}

/** A promise about flags, and how it stands. */
export const FlagPromise = z.strictObject({
  key: Key,
  ...described,
  name: z.string(),
  statement: Statement,
  /** The flag whose tests it is one of; null for a promise of the project. */
  flag: Key.nullable(),
  owner: z.strictObject({ id: z.string().nullable(), name: z.string() }),
  createdAt: Instant,
  states: list(z.strictObject({ environment: ScopeKey, state: PromiseState })),
})
export type FlagPromise = z.infer<typeof FlagPromise>

/** A promise as it is written, without how it stands. */
export const WrittenPromise = FlagPromise.omit({ statement: true, owner: true, createdAt: true, states: true })
export type WrittenPromise = z.infer<typeof WrittenPromise>

/** With the key of a promise that is there and `edits`, it becomes what is given; else the key must be free. */
export const SavePromiseInput = InProject.extend({
  key: Key,
  ...described,
  environments: described.environments.default(null),
  force: Force.default('refuses'),
  why: described.why.default(''),
  flag: Key.nullable().default(null),
  edits: z.boolean().default(false),
})
export type SavePromiseInput = z.input<typeof SavePromiseInput>

export const PromiseReference = InProject.extend({ key: Key })

/** `flag`: the promises and examples that are about it; else those of the project, without the examples of flags. */
export const ListPromisesInput = InProject.extend({ flag: Key.optional() })
export type ListPromisesInput = z.input<typeof ListPromisesInput>

/** A sentence that is not saved, and how it would stand where. */
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

/** A promise that a publication may touch, and whose it is. */
export const TouchedPromise = z.strictObject({
  key: Key,
  name: z.string(),
  statement: Statement,
  force: Force,
  /** The flag it is an example of. */
  flag: Key.nullable(),
  owner: z.string(),
})
export type TouchedPromise = z.infer<typeof TouchedPromise>

/** What an environment held when flags that are off now were last on, and which promises were broken knowingly since. */
export type LastOn = { flags: string[]; knowingly: string[]; before: Datafile }

const Named = list(z.strictObject({ kind: z.enum(['flag', 'segment']), key: Key })).max(limits.flagsPerProject)

/** `subjects` is what would be published, `named` what its new documents ask. */
export const TouchedPromisesInput = InEnvironment.extend({ subjects: Named, named: Named })
export type TouchedPromisesInput = z.input<typeof TouchedPromisesInput>

/** Which promises a publish breaks knowingly, and why. */
export const Break = z.strictObject({
  promises: list(Key).min(1).max(limits.promisesPerProject),
  reason: z.string().trim().min(1, 'say why').max(limits.messageLength),
})
export type Break = z.infer<typeof Break>

/** A promise that a publish would break, or did. `reason` is null where flags were only turned off, or it only watches. */
export const Breach = z.strictObject({
  promise: Key,
  name: z.string(),
  sentence: z.string(),
  state: PromiseState,
  reason: z.string().nullable(),
})
export type Breach = z.infer<typeof Breach>

/** Told to whoever made a promise: somebody was stopped at it, or it was broken nevertheless. */
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
  /** Of what was broken: why, and the revision that did. */
  reason: z.string().nullable(),
  revision: z.int().nullable(),
  /** The change that was stopped. */
  change: z.int().nullable(),
})
export type PromiseNews = z.infer<typeof PromiseNews>
