import type { Measure } from '../../../shared/features/metrics/schemas/metric.ts'

/**
 * Whether units that send like robots are left out of a metric. In a share of users each counts once, whatever it sends: there
 * they stay, in a preview as in the looks of a ramp, which compares shares. Elsewhere one may weigh as much as thousands.
 */
export const leavesRobotsOut = ({ kind }: Measure): boolean => kind !== 'proportion' && kind !== 'retention'
