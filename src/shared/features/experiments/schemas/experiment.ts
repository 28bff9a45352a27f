import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Condition } from '../../../schemas/condition.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Key, ScopeKey, unlessPage } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { Message } from '../../publishing/schemas/revision.ts'
import { RunNumber } from '../../runs/schemas/run.ts'

/** One variant of a run. Weights are in units of 0.001 % and sum to 100,000. */
export const ExperimentArm = z.strictObject({ variant: Key, weight: z.int().min(1).max(limits.weightUnits) })
export type ExperimentArm = z.infer<typeof ExperimentArm>

/**
 * A metric that must not get worse. `stop`: if it does, the run is stopped and the flag goes back to its previous
 * state.
 */
export const ExperimentGuard = z.strictObject({
  metric: Key,
  /** The relative change that still counts as no worse: 0.05 is 5 %. Defaults to the metric's margin. */
  margin: z.number().min(0).lt(1).optional(),
  then: z.enum(['stop', 'tell']),
  /**
   * Events from pages can stop the run, too. Client keys are public and events can be forged, so without this the harm
   * is only reported.
   */
  trustClients: z.literal(true).optional(),
})
export type ExperimentGuard = z.infer<typeof ExperimentGuard>

/** When it may be decided: at planned daily looks, at any time, or once at the end. */
export const ExperimentMode = z.enum(['planned', 'open-ended', 'fixed'])
export type ExperimentMode = z.infer<typeof ExperimentMode>

const distinct = (keys: readonly string[]): boolean => new Set(keys).size === keys.length

/** What an experiment does and what it is judged by. A run keeps the setup that it was started with. */
export const ExperimentSetup = z
  .strictObject({
    hypothesis: z.string().trim().max(limits.messageLength).default(''),
    /** The run's rule goes before this rule. Null: before the default serve. */
    rule: z.string().min(1).max(64).nullable().default(null),
    audience: Condition.default(true),
    /** The attribute that identifies units. The default is the targeting key. */
    by: z.string().min(1).max(limits.valueLength).optional(),
    /** The first arm is the control. */
    arms: list(ExperimentArm).min(2).max(limits.armsPerExperiment),
    /** The share of the audience that takes part, in units of 0.001 %. In a layer: the share of all users. */
    share: z.int().min(1).max(limits.weightUnits).default(limits.weightUnits),
    /** No user is in two experiments of one layer. */
    layer: ScopeKey.optional(),
    /** Boolean flags used as holdouts. Users for whom one is not `true` are excluded from the experiment. */
    holdouts: list(Key).max(limits.holdoutsPerExperiment).default([]),
    /** Keys of metrics. The primary metrics decide. */
    primary: list(Key).min(1).max(limits.primaryMetrics),
    secondary: list(Key).max(limits.secondaryMetrics).default([]),
    guards: list(ExperimentGuard).max(limits.guardsPerExperiment).default([]),
    mode: ExperimentMode.default('planned'),
    days: z.int().min(1).max(limits.experimentDays).default(21),
    /** The false positive rate of all primary metrics together. */
    alpha: z.union([z.literal(0.1), z.literal(0.05), z.literal(0.01)]).default(0.05),
    /** The smallest relative difference worth detecting: 0.02 is 2 %. */
    effect: z.number().min(0.0001).max(10).default(0.05),
  })
  .superRefine(({ arms, holdouts, primary, secondary, guards }, ctx) => {
    const refuse = (message: string, ...path: string[]) => ctx.addIssue({ code: 'custom', path, message })
    if (!distinct(arms.map(({ variant }) => variant))) refuse('each variant is one arm', 'arms')
    const sum = arms.reduce((total, { weight }) => total + weight, 0)
    if (sum !== limits.weightUnits) refuse(`the weights sum to ${limits.weightUnits}, and are ${sum}`, 'arms')
    if (!distinct(holdouts)) refuse('name each flag once', 'holdouts')
    if (!distinct([...primary, ...secondary, ...guards.map(({ metric }) => metric)]))
      refuse('name each metric once', 'primary')
  })
export type ExperimentSetup = z.infer<typeof ExperimentSetup>

export const ExperimentState = z.enum(['draft', 'running', 'stopped', 'decided', 'archived'])
export type ExperimentState = z.infer<typeof ExperimentState>

export const ExperimentDecision = z.strictObject({
  what: z.enum(['ship', 'keep', 'nothing']),
  /** The arm that is shipped. */
  arm: Key.nullable(),
  to: z.enum(['audience', 'everyone']).nullable(),
  sentence: z.string(),
  /** The change that applies the decision. Null if the flag already matches it. */
  change: z.int().nullable(),
  by: z.string(),
  at: Instant,
})
export type ExperimentDecision = z.infer<typeof ExperimentDecision>

/** What stopping does to the run's rule: removes it, or keeps it serving without being measured. */
export const StopMode = z.enum(['as-before', 'as-it-is'])
export type StopMode = z.infer<typeof StopMode>

export const ExperimentRun = z.strictObject({
  run: RunNumber,
  /** `proposed`: its change is open. `withdrawn`: its change was withdrawn. */
  state: z.enum(['proposed', 'running', 'stopped', 'withdrawn']),
  setup: ExperimentSetup,
  change: DatabaseInt.min(1),
  /** SHA-256 of the plan, in hexadecimal. */
  hash: z.string(),
  by: z.string(),
  proposedAt: Instant,
  startedAt: Instant.nullable(),
  /** The planned end. There are no looks after it, but the flag keeps serving as before. */
  endsAt: Instant.nullable(),
  over: z.boolean(),
  stoppedAt: Instant.nullable(),
  how: StopMode.nullable(),
  why: z.string().nullable(),
})
export type ExperimentRun = z.infer<typeof ExperimentRun>

/** The result of a primary metric in one arm at the last look. */
export const ExperimentHeadline = z.strictObject({
  metric: Key,
  arm: Key,
  verdict: z.enum(['wins', 'loses', 'no-difference', 'no-worse', 'not-decided', 'samples-off', 'too-early']),
  lift: z.number().nullable(),
  liftInterval: z.tuple([z.number(), z.number()]).nullable(),
})
export type ExperimentHeadline = z.infer<typeof ExperimentHeadline>

export const ExperimentSummary = z.strictObject({
  key: ScopeKey,
  name: z.string(),
  environment: ScopeKey,
  flag: Key,
  state: ExperimentState,
  /** The current run, or the last one. */
  run: ExperimentRun.omit({ setup: true }).nullable(),
  /** The open change that starts a run. */
  proposed: z.int().min(1).nullable(),
  /** From the looks taken so far. Empty before the first. */
  headlines: list(ExperimentHeadline),
  decision: ExperimentDecision.nullable(),
  createdAt: Instant,
  by: z.string(),
})
export type ExperimentSummary = z.infer<typeof ExperimentSummary>

/** For each act: null if the caller may perform it now, otherwise a sentence that says why not. */
export const ExperimentCan = z.strictObject({
  edit: z.string().nullable(),
  start: z.string().nullable(),
  grow: z.string().nullable(),
  /** Whether a metric can be added to the current run. */
  measure: z.string().nullable(),
  stop: z.string().nullable(),
  decide: z.string().nullable(),
  again: z.string().nullable(),
  archive: z.string().nullable(),
})
export type ExperimentCan = z.infer<typeof ExperimentCan>

export const ExperimentEvent = z.strictObject({
  at: Instant,
  action: z.string(),
  actor: z.string(),
  run: RunNumber.nullable(),
  revision: z.int().nullable(),
  change: z.int().nullable(),
  why: z.string().nullable(),
})
export type ExperimentEvent = z.infer<typeof ExperimentEvent>

/** An experiment with everything that its page shows, except results. */
export const Experiment = ExperimentSummary.extend({
  /** The setup of the next run. Each run keeps its own. */
  setup: ExperimentSetup,
  /** The newest runs, oldest first. */
  runs: list(ExperimentRun),
  /** The next page contains the runs before this one. Null if there are no more. */
  nextRun: RunNumber.nullable(),
  /** The current or last run, with its setup. */
  current: ExperimentRun.nullable(),
  /** Oldest first. */
  events: list(ExperimentEvent),
  can: ExperimentCan,
})
export type Experiment = z.infer<typeof Experiment>

/** A page of an experiment's runs, newest first. `next`: the next page contains the runs before it. */
export const ExperimentRuns = z.strictObject({ runs: list(ExperimentRun), next: RunNumber.nullable() })
export type ExperimentRuns = z.infer<typeof ExperimentRuns>

export const ExperimentReference = InProject.extend({ experiment: ScopeKey })
export type ExperimentReference = z.infer<typeof ExperimentReference>

export const ListExperimentRunsInput = ExperimentReference.extend({
  ...pageFrom(RunNumber),
})
export type ListExperimentRunsInput = z.infer<typeof ListExperimentRunsInput>

export const CreateExperimentInput = InEnvironment.extend({
  key: unlessPage(ScopeKey, 'experiments', ['new']),
  name: Name,
  flag: Key,
  setup: ExperimentSetup,
})
export type CreateExperimentInput = z.input<typeof CreateExperimentInput>

/** Omitted fields stay unchanged. A setup can only be edited while no run uses it. */
export const EditExperimentInput = ExperimentReference.extend({
  name: Name.optional(),
  setup: ExperimentSetup.optional(),
})
export type EditExperimentInput = z.input<typeof EditExperimentInput>

/** Ordered by key. `state`, `flag` and `q` are filters; `q` searches key, name and flag. */
export const ListExperimentsInput = InProject.extend({
  state: ExperimentState.optional(),
  flag: Key.optional(),
  environment: ScopeKey.optional(),
  q: z.string().trim().max(limits.nameLength).optional(),
  after: ScopeKey.optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type ListExperimentsInput = z.input<typeof ListExperimentsInput>

export const ExperimentList = z.strictObject({ experiments: list(ExperimentSummary), next: ScopeKey.nullable() })
export type ExperimentList = z.infer<typeof ExperimentList>

/** Creates the change that starts a run. `base` is the revision that the caller saw. */
export const StartExperimentInput = ExperimentReference.extend({
  base: DatabaseInt,
  title: z.string().trim().max(limits.nameLength).optional(),
  message: Message.default(''),
})
export type StartExperimentInput = z.input<typeof StartExperimentInput>

/** Creates the change that increases a running experiment to `share` of its audience. */
export const GrowExperimentInput = StartExperimentInput.extend({ share: z.int().min(2).max(limits.weightUnits) })
export type GrowExperimentInput = z.input<typeof GrowExperimentInput>

export const AddMetricInput = ExperimentReference.extend({ metric: Key })
export type AddMetricInput = z.input<typeof AddMetricInput>

export const StopExperimentInput = ExperimentReference.extend({
  how: StopMode,
  why: z.string().trim().max(limits.messageLength).default(''),
})
export type StopExperimentInput = z.input<typeof StopExperimentInput>

/** `arm` and `to` apply only to `ship`. */
export const DecideExperimentInput = ExperimentReference.extend({
  what: ExperimentDecision.shape.what,
  arm: Key.optional(),
  to: z.enum(['audience', 'everyone']).default('audience'),
  sentence: z.string().trim().min(1, 'say what was learnt').max(limits.messageLength),
})
export type DecideExperimentInput = z.input<typeof DecideExperimentInput>

/** The experiment, and the change that applies the decision. Null if the flag already matches it. */
export const DecidedExperiment = z.strictObject({ experiment: Experiment, change: DatabaseInt.min(1).nullable() })
export type DecidedExperiment = z.infer<typeof DecidedExperiment>
