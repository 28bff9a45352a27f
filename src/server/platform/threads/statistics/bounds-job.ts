import { lookBounds } from '../../../../shared/statistics/spending.ts'

/** What `lookBounds` is asked. */
export type BoundsJob = Parameters<typeof lookBounds>

/** The bounds of planned looks. */
export const boundsFor = (job: BoundsJob): number[] => lookBounds(...job)
