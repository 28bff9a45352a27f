import type { Measure } from '../../../shared/features/metrics/schemas/metric.ts'

/**
 * Whether a metric excludes units that behave like robots. In a proportion each unit counts once, so robots are
 * included, in previews as in the guard checks of a ramp. In other metrics one robot can outweigh thousands of users.
 */
export const excludesRobots = ({ kind }: Measure): boolean => kind !== 'proportion' && kind !== 'retention'
