import { extraUntilHarm } from '../../statistics/extra-until-harm.ts'
import type { DetectionSize } from '../../text/verdict/detection-text.ts'
import type { MetricDefinition } from '../metrics/schemas/metric.ts'
import { errorOf } from './measured-by.ts'
import type { RampPlan } from './schemas/ramp.ts'

type Metric = { readonly key: string; readonly definition: MetricDefinition }

/**
 * The guards of a plan that count users with an event, and after how many users each would detect that its rate doubled
 * or halved. Includes guards by metrics of the project.
 */
export function detectionSizesOf(
  plan: Pick<RampPlan, 'guards' | 'falsely'>,
  metrics: readonly Metric[],
): DetectionSize[] {
  const error = errorOf(plan)
  return (plan.guards ?? []).flatMap((guard) => {
    const asked =
      'event' in guard
        ? { name: guard.event, worse: guard.worse, margin: 0 }
        : 'metric' in guard
          ? ofMetric(metrics.find(({ key }) => key === guard.metric)?.definition)
          : null
    if (asked === null) return []
    const { name, worse } = asked
    const margin = ('margin' in guard ? guard.margin : undefined) ?? asked.margin
    const side = worse === 'more' ? ('higher' as const) : ('lower' as const)
    const extra = extraUntilHarm({ ...error, margin, worse: side }, worse === 'more' ? 2 : 0.5)
    return extra === null ? [] : [{ name, worse, extra }]
  })
}

const ofMetric = (definition: MetricDefinition | undefined) => {
  if (definition?.measure.kind !== 'proportion') return null
  const { name, better, margin } = definition
  return {
    name,
    worse: better === 'more' ? ('less' as const) : ('more' as const),
    margin: margin !== null && 'relative' in margin ? margin.relative : 0,
  }
}
