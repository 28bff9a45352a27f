import type { SavedRampPlan } from '../../../../shared/features/ramps/schemas/ramp.ts'

/** The part of a plan that can be saved in a project: steps, working hours and guards. */
export type PlanTimes = Omit<SavedRampPlan, 'name'>
