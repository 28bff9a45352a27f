import { lookBounds } from '../../../../shared/statistics/spending.ts'

/** The arguments of `lookBounds`. */
export type BoundsJob = Parameters<typeof lookBounds>

/** Computes the bounds of planned analyses. */
export const boundsFor = (job: BoundsJob): number[] => lookBounds(...job)
