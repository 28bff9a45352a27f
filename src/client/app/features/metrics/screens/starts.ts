import type { CreateMetricInput } from '../../../../../shared/features/metrics/schemas/metric-catalogue.ts'
import type { SaveEventInput } from '../../../../../shared/features/usage/schemas/tracked.ts'

/** A common metric with the events that it reads and code that sends them. */
export type Start = {
  readonly events: readonly Omit<SaveEventInput, 'project'>[]
  readonly metric: Omit<CreateMetricInput, 'project'>
  readonly code: string
}

const guard = { window: { length: 'PT30M' }, better: 'less', from: 'anyone' } as const

/** Templates for an empty catalogue. */
export const starts: readonly Start[] = [
  {
    events: [{ key: 'error', name: 'Error', description: 'A request failed.' }],
    metric: {
      key: 'errors',
      definition: { name: 'Errors', ...guard, measure: { kind: 'proportion', of: { event: 'error' } } },
    },
    code: `// where a request fails
fanion.track('error', context)`,
  },
  {
    events: [
      {
        key: 'request',
        name: 'Request',
        description: 'A request was answered.',
        value: { unit: 'ms', min: 0, max: null },
      },
    ],
    metric: {
      key: 'slow-requests',
      definition: {
        name: 'Slow requests',
        ...guard,
        measure: {
          kind: 'ratio',
          over: {
            event: 'request',
            where: { attribute: 'value', operator: 'greaterThan', values: [800] },
            take: 'count',
          },
          under: { event: 'request', take: 'count' },
        },
      },
    },
    code: `// where a request is answered
fanion.track('request', context, { value: tookMs })`,
  },
  {
    events: [{ key: 'purchase', name: 'Purchase', description: 'Someone paid.' }],
    metric: {
      key: 'conversion',
      definition: {
        name: 'Conversion',
        better: 'more',
        from: 'anyone',
        measure: { kind: 'proportion', of: { event: 'purchase' } },
      },
    },
    code: `// where someone pays
fanion.track('purchase', context)`,
  },
]
