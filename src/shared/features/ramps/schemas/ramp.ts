import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagDocument } from '../../../schemas/flag.ts'
import { Id, Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'
import { Message } from '../../publishing/schemas/revision.ts'
import { RampGuard } from './guard.ts'

/** A duration in ISO 8601 format, in whole minutes: `PT15M`, `PT4H`, `P1D`, `P1DT12H`. */
export const holdPattern = /^P(?=\d|T\d)(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/

/** Parses a hold into milliseconds. Null if it is invalid. */
export function holdMs(text: string): number | null {
  const [all, days = '0', hours = '0', minutes = '0'] = holdPattern.exec(text) ?? []
  if (all === undefined) return null
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000
}

const Hold = z
  .string()
  .max(20)
  .refine(
    (text) => {
      const ms = holdMs(text)
      return ms !== null && ms >= limits.rampHoldMinMs && ms <= limits.rampHoldMaxMs
    },
    { error: 'enter a time from 5 minutes to 30 days, such as PT4H or P1D' },
  )

/**
 * One step: the share that gets the new variant, how long it lasts at least, and whether someone must confirm it first.
 */
export const RampStep = z.strictObject({
  /** In units of 0.001 %. */
  share: z.int().min(1).max(limits.weightUnits),
  /** Required for every step except the last, which is everyone. */
  hold: Hold.optional(),
  ask: z.literal(true).optional(),
  /** How many users must have been given the new variant before the next step. Only allowed if a guard counts users. */
  people: z.int().min(1).max(10_000_000).optional(),
})
export type RampStep = z.infer<typeof RampStep>

/** Local time of day: `09:00`. */
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'enter a time such as 09:00')

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * When steps may be taken: days of the week (1 is Monday), and a time range from `from` (inclusive) to `to`
 * (exclusive).
 */
export const WorkingHours = z
  .strictObject({
    zone: z.string().min(1).max(64).refine(isZone, { error: 'enter a time zone such as Europe/Vienna' }),
    days: list(z.int().min(1).max(7)).min(1, 'choose at least one day').max(7),
    from: Clock,
    to: Clock,
  })
  .refine(({ from, to }) => from < to, { error: 'enter an end that is after the start', path: ['to'] })
export type WorkingHours = z.infer<typeof WorkingHours>

/** The steps of a ramp. Shares increase, and the last step is everyone. */
export const RampSteps = list(RampStep)
  .min(2)
  .max(limits.rampSteps)
  .superRefine((steps, ctx) => {
    steps.forEach(({ share, hold }, at) => {
      const isLast = at === steps.length - 1
      const before = steps[at - 1]
      const refuse = (field: string, message: string) =>
        ctx.addIssue({ code: 'custom', path: [at, field], message, input: steps })
      if (before && before.share >= share) refuse('share', 'enter a share above the one of the step before')
      if (isLast && share !== limits.weightUnits) refuse('share', 'the last step is everyone: 100000')
      if (!isLast && share === limits.weightUnits) refuse('share', 'only the last step is everyone')
      if (!isLast && hold === undefined) refuse('hold', 'say how long this step is held, such as PT4H')
      if (isLast && hold !== undefined) refuse('hold', 'the last step is not held')
      if (isLast && steps[at]?.people !== undefined) refuse('people', 'the last step waits for nobody')
    })
    if (steps[0]?.ask) {
      ctx.addIssue({ code: 'custom', path: [0, 'ask'], message: 'the first step begins with the change', input: steps })
    }
  })

/** How the ramp is monitored while it runs. */
const watch = {
  guards: list(RampGuard).min(1).max(limits.guardsPerRamp).optional(),
  /** The probability of rolling back a harmless ramp, over all guards together. Defaults to 0.01. */
  falsely: z.union([z.literal(0.05), z.literal(0.01), z.literal(0.001)]).optional(),
  /** What happens if the new variant reports fewer users than it was given. By default the ramp is rolled back. */
  missing: z.literal('pause').optional(),
  lookEvery: z
    .string()
    .max(20)
    .refine(
      (text) => {
        const ms = holdMs(text)
        return ms !== null && ms >= limits.rampLookMinMs && ms <= limits.rampLookMaxMs
      },
      { error: 'enter a time from 1 minute to 1 day, such as PT5M' },
    )
    .optional(),
}

/** A plan that changes the variant of a rule step by step. */
export const RampPlan = z.strictObject({
  /** The rule whose variant changes. Null is the default serve. */
  rule: z.string().min(1).max(64).nullable(),
  to: Key,
  /** The attribute that identifies users. The default is the targeting key. */
  by: z.string().min(1).max(limits.valueLength).optional(),
  steps: RampSteps,
  hours: WorkingHours.optional(),
  ...watch,
})
export type RampPlan = z.infer<typeof RampPlan>

export const RampState = z.enum([
  'proposed',
  'running',
  'waiting',
  'paused',
  'completed',
  'rolled-back',
  'withdrawn',
  'ended',
])
export type RampState = z.infer<typeof RampState>

/** For each act: null if the caller may perform it now, otherwise a sentence that says why not. */
export const RampCan = z.strictObject({
  pause: z.string().nullable(),
  resume: z.string().nullable(),
  goOn: z.string().nullable(),
  rollBack: z.string().nullable(),
  finish: z.string().nullable(),
})
export type RampCan = z.infer<typeof RampCan>

export const RampSummary = z.strictObject({
  number: DatabaseInt.min(1),
  flag: Key,
  environment: ScopeKey,
  state: RampState,
  step: z.int().min(0),
  /** Counts the ramp's transitions. Acts that widen the ramp must name the version that the caller saw. */
  version: z.int().min(1),
  plan: RampPlan,
  /** The previous variant. */
  before: Key,
  /** Why it is paused, or how it ended. Null if neither applies. */
  why: z.string().nullable(),
  /** What a due step waits for. Null if it waits for nothing. */
  held: z.string().nullable(),
  /** The change that starts it. */
  change: DatabaseInt.min(1),
  by: z.string(),
  proposedAt: Instant,
  startedAt: Instant.nullable(),
  enteredAt: Instant.nullable(),
  /** The earliest time of the next step. */
  dueAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type RampSummary = z.infer<typeof RampSummary>

export const RampEvent = z.strictObject({
  at: Instant,
  action: z.string(),
  actor: z.string(),
  step: z.int().min(0).nullable(),
  revision: DatabaseInt.min(1).nullable(),
  why: z.string().nullable(),
})
export type RampEvent = z.infer<typeof RampEvent>

/** A ramp with everything that its page shows. */
export const Ramp = RampSummary.extend({
  /** How the flag differs from what the ramp wrote. Null if it does not. */
  touched: z.string().nullable(),
  /** How it can be resumed in that case: continue from the current flag, or restore what the plan expects. */
  choices: list(z.enum(['keep', 'put-back'])),
  /** The earliest time at which it could be complete, from now on. */
  endsAt: Instant.nullable(),
  /** Oldest first. */
  events: list(RampEvent),
  can: RampCan,
})
export type Ramp = z.infer<typeof Ramp>

export const RampReference = InProject.extend({ ramp: DatabaseInt.min(1) })
export type RampReference = z.infer<typeof RampReference>

/** An act that widens a ramp. It is rejected with `run/moved` unless `version` is the current one. */
export const AdvanceRampInput = RampReference.extend({ version: DatabaseInt.min(1) })
export type AdvanceRampInput = z.infer<typeof AdvanceRampInput>

/**
 * `document` is the flag before the first step, if it is edited with the ramp. `base` is the revision the caller saw.
 */
export const ProposeRampInput = InEnvironment.extend({
  flag: Key,
  base: DatabaseInt,
  plan: RampPlan,
  document: FlagDocument.optional(),
  title: z.string().trim().max(limits.nameLength).optional(),
  message: Message.default(''),
})
export type ProposeRampInput = z.input<typeof ProposeRampInput>

/** Replaces the proposed plan. `version` is the version of the change that the editor saw. */
export const EditRampInput = RampReference.extend({ version: DatabaseInt.min(1), plan: RampPlan })
export type EditRampInput = z.input<typeof EditRampInput>

/** If the flag was edited: continue from its current state, or restore what the plan expects. */
export const ResumeRampInput = AdvanceRampInput.extend({ touched: z.enum(['keep', 'put-back']).optional() })
export type ResumeRampInput = z.input<typeof ResumeRampInput>

export const RampReasonInput = RampReference.extend({ why: z.string().trim().max(limits.messageLength).default('') })
export type RampReasonInput = z.input<typeof RampReasonInput>

/** Newest first. `open` excludes ramps that have ended. `flag` and `environment` are filters. */
export const ListRampsInput = InProject.extend({
  open: z.boolean().default(false),
  flag: Key.optional(),
  environment: ScopeKey.optional(),
  before: DatabaseInt.min(1).optional(),
  limit: z.int().min(1).max(200).default(50),
})
export type ListRampsInput = z.input<typeof ListRampsInput>

export const RampList = z.strictObject({ ramps: list(RampSummary), next: z.int().nullable() })
export type RampList = z.infer<typeof RampList>

/** The result of “everyone now”: the ramp, and the change that must be approved for it, if any. */
export const FinishedRamp = z.strictObject({ ramp: Ramp, change: DatabaseInt.min(1).nullable() })
export type FinishedRamp = z.infer<typeof FinishedRamp>

/** A plan that a project stores under a name. */
export const SavedRampPlan = z.strictObject({ name: Name, steps: RampSteps, hours: WorkingHours.optional(), ...watch })
export type SavedRampPlan = z.infer<typeof SavedRampPlan>
export const SaveRampPlanInput = InProject.extend({ plan: SavedRampPlan })
export const RemoveRampPlanInput = InProject.extend({ name: Name })

/** A period in which no ramp step and no scheduled change is applied. */
export const Freeze = z.strictObject({
  id: Id,
  environment: ScopeKey,
  from: Instant,
  to: Instant,
  why: z.string(),
  by: z.string(),
})
export type Freeze = z.infer<typeof Freeze>

export const AddFreezeInput = InEnvironment.extend({
  from: Instant,
  to: Instant,
  why: z.string().trim().min(1, 'say why').max(limits.nameLength),
}).refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
  error: 'enter an end that is after the start',
  path: ['to'],
})
export type AddFreezeInput = z.input<typeof AddFreezeInput>
export const RemoveFreezeInput = InEnvironment.extend({ id: Id })

export const SetWorkingHoursInput = InEnvironment.extend({ hours: WorkingHours.nullable() })
export type SetWorkingHoursInput = z.infer<typeof SetWorkingHoursInput>
