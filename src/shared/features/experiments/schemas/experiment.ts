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

/** One variant of a run. Weights are in units of 0.001 %, and sum to 100 000. */
export const ExperimentArm = z.strictObject({ variant: Key, weight: z.int().min(1).max(limits.weightUnits) })
export type ExperimentArm = z.infer<typeof ExperimentArm>

/** A metric that may not get worse. `stop`: the run is stopped, as it was before, where it does. */
export const ExperimentGuard = z.strictObject({
  metric: Key,
  /** How much worse still counts as no worse, relative: 0.05 is 5 %; where it is left out, as the metric says. */
  margin: z.number().min(0).lt(1).optional(),
  then: z.enum(['stop', 'tell']),
  /** What pages say stops it, too. Whoever has a client key may lie, so it is only told without this. */
  trustClients: z.literal(true).optional(),
})
export type ExperimentGuard = z.infer<typeof ExperimentGuard>

/** How often it may be decided: by a plan of daily looks, at any time, or once at the end. */
export const ExperimentMode = z.enum(['planned', 'open-ended', 'fixed'])
export type ExperimentMode = z.infer<typeof ExperimentMode>

const distinct = (keys: readonly string[]): boolean => new Set(keys).size === keys.length

/** What an experiment does and what it is judged by: a run keeps it as it was when it was started. */
export const ExperimentSetup = z
  .strictObject({
    hypothesis: z.string().trim().max(limits.messageLength).default(''),
    /** The rule before which its own goes; null is before everyone else. */
    rule: z.string().min(1).max(64).nullable().default(null),
    audience: Condition.default(true),
    /** The attribute by which units are told apart; by default the targeting key. */
    by: z.string().min(1).max(limits.valueLength).optional(),
    /** The first is the control. */
    arms: list(ExperimentArm).min(2).max(limits.armsPerExperiment),
    /** How many of the audience take part, in units of 0.001 %; in a layer, of everybody there. */
    share: z.int().min(1).max(limits.weightUnits).default(limits.weightUnits),
    /** Nobody is in two experiments of one layer. */
    layer: ScopeKey.optional(),
    /** Boolean flags that hold units out: whoever is not given `true` is in no experiment that names them. */
    holdouts: list(Key).max(limits.holdoutsPerExperiment).default([]),
    /** Keys of metrics. These decide. */
    primary: list(Key).min(1).max(limits.primaryMetrics),
    secondary: list(Key).max(limits.secondaryMetrics).default([]),
    guards: list(ExperimentGuard).max(limits.guardsPerExperiment).default([]),
    mode: ExperimentMode.default('planned'),
    days: z.int().min(1).max(limits.experimentDays).default(21),
    /** How often a difference is seen where there is none, by all primary metrics together. */
    alpha: z.union([z.literal(0.1), z.literal(0.05), z.literal(0.01)]).default(0.05),
    /** The smallest relative difference worth finding: 0.02 is 2 %. */
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

/** What was made of it. */
export const ExperimentDecision = z.strictObject({
  what: z.enum(['ship', 'keep', 'nothing']),
  /** The arm that is shipped. */
  arm: Key.nullable(),
  to: z.enum(['audience', 'everyone']).nullable(),
  sentence: z.string(),
  /** The change that brings it; null where the flag is already so. */
  change: z.int().nullable(),
  by: z.string(),
  at: Instant,
})
export type ExperimentDecision = z.infer<typeof ExperimentDecision>

/** How a run was stopped: its rule is gone, or serves on and is not measured. */
export const StopHow = z.enum(['as-before', 'as-it-is'])
export type StopHow = z.infer<typeof StopHow>

/** One run of an experiment. */
export const ExperimentRun = z.strictObject({
  run: RunNumber,
  /** `proposed` by its change; `withdrawn` with it. */
  state: z.enum(['proposed', 'running', 'stopped', 'withdrawn']),
  setup: ExperimentSetup,
  change: DatabaseInt.min(1),
  /** SHA-256 of the plan, hexadecimal. */
  hash: z.string(),
  by: z.string(),
  proposedAt: Instant,
  startedAt: Instant.nullable(),
  /** The planned end: there are no looks after it, and nobody moves by it. */
  endsAt: Instant.nullable(),
  over: z.boolean(),
  stoppedAt: Instant.nullable(),
  how: StopHow.nullable(),
  /** Why it was stopped. */
  why: z.string().nullable(),
})
export type ExperimentRun = z.infer<typeof ExperimentRun>

/** What the last look said of a primary metric in an arm. */
export const ExperimentHeadline = z.strictObject({
  metric: Key,
  arm: Key,
  verdict: z.enum(['wins', 'loses', 'no-difference', 'no-worse', 'not-decided', 'samples-off', 'too-early']),
  lift: z.number().nullable(),
  liftInterval: z.tuple([z.number(), z.number()]).nullable(),
})
export type ExperimentHeadline = z.infer<typeof ExperimentHeadline>

/** One row of the list. */
export const ExperimentSummary = z.strictObject({
  key: ScopeKey,
  name: z.string(),
  environment: ScopeKey,
  flag: Key,
  state: ExperimentState,
  /** The run that is on, or was last. */
  run: ExperimentRun.omit({ setup: true }).nullable(),
  /** The open change that starts a run. */
  proposed: z.int().min(1).nullable(),
  /** The looks that were taken say so; empty before the first. */
  headlines: list(ExperimentHeadline),
  decision: ExperimentDecision.nullable(),
  createdAt: Instant,
  by: z.string(),
})
export type ExperimentSummary = z.infer<typeof ExperimentSummary>

/** For each act: null where the caller may do it now, otherwise the sentence that says why not. */
export const ExperimentCan = z.strictObject({
  edit: z.string().nullable(),
  start: z.string().nullable(),
  grow: z.string().nullable(),
  /** Whether a metric can be added to the run that is on. */
  measure: z.string().nullable(),
  stop: z.string().nullable(),
  decide: z.string().nullable(),
  again: z.string().nullable(),
  archive: z.string().nullable(),
})
export type ExperimentCan = z.infer<typeof ExperimentCan>

/** Something that happened to an experiment. */
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

/** An experiment with all that its page shows but results. */
export const Experiment = ExperimentSummary.extend({
  /** As the next run has it; a run keeps its own. */
  setup: ExperimentSetup,
  /** The newest, the first first. */
  runs: list(ExperimentRun),
  /** The runs before this one are the next page; null where these are all. */
  nextRun: RunNumber.nullable(),
  /** The run that is on, or was last, with its setup. */
  current: ExperimentRun.nullable(),
  /** Oldest first. */
  events: list(ExperimentEvent),
  can: ExperimentCan,
})
export type Experiment = z.infer<typeof Experiment>

/** A page of an experiment's runs, newest first; `next`: those before it come next. */
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

/** What is left out stays as it is. A setup is edited while nothing runs by it. */
export const EditExperimentInput = ExperimentReference.extend({
  name: Name.optional(),
  setup: ExperimentSetup.optional(),
})
export type EditExperimentInput = z.input<typeof EditExperimentInput>

/** By key; `state` and `flag` leave out all others, `q` whose key, name and flag do not have it. */
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

/** Saves the change that starts a run; `base` is the revision seen. */
export const StartExperimentInput = ExperimentReference.extend({
  base: DatabaseInt,
  title: z.string().trim().max(limits.nameLength).optional(),
  message: Message.default(''),
})
export type StartExperimentInput = z.input<typeof StartExperimentInput>

/** Saves the change that gives a running experiment to more of its audience: `share` of it from then on. */
export const GrowExperimentInput = StartExperimentInput.extend({ share: z.int().min(2).max(limits.weightUnits) })
export type GrowExperimentInput = z.input<typeof GrowExperimentInput>

/** Adds a metric to the run that is on. */
export const AddMetricInput = ExperimentReference.extend({ metric: Key })
export type AddMetricInput = z.input<typeof AddMetricInput>

export const StopExperimentInput = ExperimentReference.extend({
  how: StopHow,
  why: z.string().trim().max(limits.messageLength).default(''),
})
export type StopExperimentInput = z.input<typeof StopExperimentInput>

/** `arm` and `to` are of what is shipped. */
export const DecideExperimentInput = ExperimentReference.extend({
  what: ExperimentDecision.shape.what,
  arm: Key.optional(),
  to: z.enum(['audience', 'everyone']).default('audience'),
  sentence: z.string().trim().min(1, 'say what was learnt').max(limits.messageLength),
})
export type DecideExperimentInput = z.input<typeof DecideExperimentInput>

/** The experiment, and the change that brings what was decided, where the flag is not already so. */
export const DecidedExperiment = z.strictObject({ experiment: Experiment, change: DatabaseInt.min(1).nullable() })
export type DecidedExperiment = z.infer<typeof DecidedExperiment>
