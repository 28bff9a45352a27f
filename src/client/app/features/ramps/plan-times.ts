import type { KeptRampPlan } from '../../../../shared/features/ramps/schemas/ramp.ts'

/** The part of a plan that a project can keep: its steps and hours, and what watches it. */
export type PlanTimes = Omit<KeptRampPlan, 'name'>
