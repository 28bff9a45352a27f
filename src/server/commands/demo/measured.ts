import type { ExperimentSetup } from '../../../shared/features/experiments/schemas/experiment.ts'
import type { SaveEventInput } from '../../../shared/features/usage/schemas/tracked.ts'
import type { DemoStep } from './demo-steps.ts'

const inShop = { project: 'shop' } as const

/** The events that the shop's ramps and metrics use. */
const events: Omit<SaveEventInput, 'project'>[] = [
  {
    key: 'order-placed',
    name: 'Order placed',
    description: 'Somebody paid, and the order was accepted.',
    value: { unit: '€', min: 0, max: 5_000 },
    properties: { plan: ['free', 'business', 'gold'] },
  },
  {
    key: 'checkout-failed',
    name: 'Checkout failed',
    description: 'An error was shown between the basket and the receipt.',
    properties: { step: ['address', 'payment', 'receipt'] },
  },
  {
    key: 'basket-opened',
    name: 'Basket opened',
    description: 'Somebody looked at what they are about to buy.',
    properties: {},
  },
]

export const declareEventsStep: DemoStep = async ({ api }) => {
  for (const event of events) await api.events.save({ ...inShop, ...event })
}

/** Creates the metrics that the shop uses for decisions. */
export const createMetricsStep: DemoStep = async ({ api }) => {
  const shared = { from: 'servers', lag: 'PT10M', window: { from: 'P0D', length: 'P1D' } } as const
  await api.metrics.create({
    ...inShop,
    key: 'customers-who-order',
    definition: {
      ...shared,
      name: 'Customers who order',
      description: 'Of those who saw it, how many ordered within a day.',
      tags: ['sales'],
      better: 'more',
      measure: { kind: 'proportion', of: { event: 'order-placed' }, atLeast: 1 },
    },
  })
  await api.metrics.create({
    ...inShop,
    key: 'revenue-per-customer',
    definition: {
      ...shared,
      name: 'Revenue per customer',
      tags: ['sales'],
      better: 'more',
      measure: { kind: 'sum', of: { event: 'order-placed' } },
    },
  })
  await api.metrics.create({
    ...inShop,
    key: 'customers-with-a-basket',
    definition: {
      ...shared,
      name: 'Customers with a basket',
      tags: ['sales'],
      better: 'more',
      measure: { kind: 'proportion', of: { event: 'basket-opened' }, atLeast: 1 },
    },
  })
  await api.metrics.create({
    ...inShop,
    key: 'failed-checkouts',
    definition: {
      ...shared,
      name: 'Customers with a failed checkout',
      tags: ['checkout'],
      better: 'less',
      measure: { kind: 'proportion', of: { event: 'checkout-failed' }, atLeast: 1 },
    },
  })
}

/** The metrics of the shop's experiments. */
export const shopExperimentMetrics = {
  primary: ['customers-who-order'],
  secondary: ['revenue-per-customer'],
  guards: [
    { metric: 'customers-with-a-basket', margin: 0.1, then: 'tell' },
    { metric: 'failed-checkouts', then: 'stop' },
  ],
} as const satisfies Partial<ExperimentSetup>
