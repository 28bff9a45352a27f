import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import {
  applyChangeStep,
  approveChangeStep,
  commentOnChangeStep,
  createFlagStep,
  type DemoStep,
  proposeChangeStep,
  publishChangeStep,
  publishStep,
  requestChangesStep,
  requestReviewOf,
  saveInvariantStep,
  scheduleChangeStep,
  shipVariantStep,
  startExperimentStep,
  startRampStep,
  switchFlagStep,
} from './demo-steps.ts'
import { createMetricsStep, declareEventsStep, shopExperimentMetrics } from './measured.ts'
import type { Person } from './people.ts'

/** An action in the past: a number of days ago at a time in UTC, or a number of minutes ago. */
export type Scene = { ago: readonly [days: number, time: string] | number; who: Person; does: DemoStep }

const on = (days: number, time: string, who: Person, does: DemoStep): Scene => ({ ago: [days, time], who, does })
const lately = (minutes: number, who: Person, does: DemoStep): Scene => ({ ago: minutes, who, does })

/** Serves variants by percentages, in place of the default of everyone else. */
const split = (...shares: [variant: string, percent: number][]): Pick<FlagDocument, 'otherwise'> => {
  let from = 0
  return {
    otherwise: {
      split: { parts: shares.map(([variant, percent]) => ({ variant, from, to: (from += percent * 1_000) })) },
    },
  }
}
/** On for a percentage of everyone, without rules. */
const share = (percent: number) => ({ rules: [], ...split(['on', percent], ['off', 100 - percent]) })
const all = (variant: string): Partial<FlagDocument> => ({ on: true, rules: [], otherwise: { variant } })

/** A change in production that another member reviewed. */
const reviewed = (
  flag: string,
  title: string,
  edit: Partial<FlagDocument>,
  approver: Person,
  author: Person,
): DemoStep =>
  proposeChangeStep(flag, title, edit, requestReviewOf, approveChangeStep(approver), applyChangeStep(author))

const half = (...variants: [string, string]) => variants.map((variant) => ({ variant, weight: 50_000 }))
const payNow = {
  key: 'pay-now',
  name: 'Pay now',
  flag: 'pay-button',
  setup: {
    ...shopExperimentMetrics,
    hypothesis: 'Saying “Pay now” makes more customers order: it is clear that this is the last step.',
    arms: half('buy', 'pay-now'),
    days: 14,
    effect: 0.15,
  },
}
const freshFirst = {
  key: 'fresh-first',
  name: 'Fresh results first',
  flag: 'search-ranking',
  setup: {
    ...shopExperimentMetrics,
    hypothesis: 'Customers who see what is new first find something to order more often.',
    arms: half('proven', 'fresh'),
    days: 21,
    effect: 0.1,
  },
}

/** Sixty days of the shop, in order. */
export const story: readonly Scene[] = [
  on(59, '09:10', 'ingrid', createFlagStep('basket-legacy')),
  on(59, '09:30', 'ingrid', createFlagStep('fraud-check')),
  on(58, '10:20', 'ingrid', createFlagStep('upload-limit-mb')),
  on(57, '13:05', 'oskar', createFlagStep('banner-text')),
  on(55, '08:40', 'oskar', createFlagStep('free-shipping-from')),
  on(54, '11:15', 'priya', createFlagStep('gift-wrap')),
  on(51, '09:00', 'ingrid', createFlagStep('checkout-v2')),
  on(50, '14:25', 'oskar', createFlagStep('returns-portal')),
  on(47, '10:00', 'oskar', createFlagStep('hero-layout')),
  on(46, '09:45', 'oskar', createFlagStep('app-dark-mode')),
  on(44, '09:45', 'oskar', createFlagStep('search-ranking')),
  on(43, '12:00', 'priya', createFlagStep('new-search')),
  on(42, '10:40', 'priya', createFlagStep('pay-button')),
  on(41, '12:30', 'priya', createFlagStep('express-pay')),
  on(36, '10:10', 'oskar', createFlagStep('klarna-instalments')),
  on(35, '08:30', 'priya', createFlagStep('store-pickup')),
  on(33, '15:20', 'oskar', publishStep('banner-text', 'staging', all('sale'), 'Try the sale’s words')),
  on(
    30,
    '09:05',
    'ingrid',
    saveInvariantStep(
      'staff-see-checkout',
      'Staff see the new checkout',
      'everyone in segment staff gets checkout-v2 on',
    ),
  ),
  on(
    30,
    '09:08',
    'ingrid',
    saveInvariantStep(
      'pickup-where-shops-are',
      'Pickup only where there are shops',
      'nobody where country is US or DE gets store-pickup on',
    ),
  ),
  on(29, '09:00', 'ingrid', declareEventsStep),
  on(29, '09:20', 'ingrid', createMetricsStep),
  on(28, '08:55', 'oskar', createFlagStep('reviews')),
  on(28, '11:30', 'priya', startExperimentStep(payNow, publishChangeStep)),
  on(27, '09:10', 'priya', createFlagStep('recommendations-v2')),
  on(26, '14:00', 'oskar', createFlagStep('one-page-checkout')),
  on(27, '13:10', 'oskar', publishStep('reviews', 'development', share(50), 'Try reviews on half of us')),
  on(26, '09:20', 'priya', publishStep('reviews', 'staging', share(50), 'Reviews for the testers')),
  on(24, '08:00', 'ingrid', ({ api }) =>
    api.environments.edit({ project: 'shop', environment: 'production', requiredApprovals: 1 }),
  ),
  on(23, '09:00', 'oskar', reviewed('reviews', 'Reviews for 5%', share(5), 'priya', 'oskar')),
  on(21, '07:30', 'priya', reviewed('app-dark-mode', 'Dark mode for half', share(50), 'oskar', 'priya')),
  on(20, '09:15', 'oskar', reviewed('klarna-instalments', 'Instalments to 50%', share(50), 'priya', 'oskar')),
  on(18, '12:00', 'oskar', reviewed('reviews', 'Reviews for a quarter', share(25), 'ingrid', 'oskar')),
  on(16, '11:42', 'priya', switchFlagStep('gift-wrap', 'production', false)),
  on(14, '10:05', 'oskar', createFlagStep('holiday-promo')),
  on(12, '08:10', 'priya', reviewed('app-dark-mode', 'Dark mode for most', share(78), 'ingrid', 'priya')),
  on(
    12,
    '13:20',
    'priya',
    shipVariantStep(
      'pay-now',
      'pay-now',
      'More customers order, and nothing else got worse.',
      requestReviewOf,
      approveChangeStep('ingrid', 'Well done.'),
      applyChangeStep('priya'),
    ),
  ),
  on(
    9,
    '08:40',
    'oskar',
    startExperimentStep(freshFirst, requestReviewOf, approveChangeStep('priya'), applyChangeStep('oskar')),
  ),
  on(9, '13:30', 'oskar', reviewed('klarna-instalments', 'Instalments to 78%', share(78), 'priya', 'oskar')),
  on(6, '11:06', 'oskar', switchFlagStep('klarna-instalments', 'production', false)),
  on(6, '11:18', 'oskar', switchFlagStep('klarna-instalments', 'production', true)),
  on(5, '09:00', 'oskar', reviewed('reviews', 'Reviews for 60%', share(60), 'priya', 'oskar')),
  // Its new variant makes the checkout fail, and a guard rolls it back before lunch.
  on(
    5,
    '09:30',
    'priya',
    startRampStep(
      'recommendations-v2',
      'New recommendations, step by step',
      {
        steps: [{ share: 10_000, hold: 'PT4H' }, { share: 50_000, hold: 'P1D' }, { share: 100_000 }],
        guards: [{ event: 'checkout-failed', worse: 'more', then: 'roll-back' }],
        lookEvery: 'PT1H',
      },
      requestReviewOf,
      approveChangeStep('oskar'),
      applyChangeStep('priya'),
    ),
  ),
  on(4, '12:20', 'oskar', publishStep('holiday-promo', 'staging', all('on'), 'The promotion, for the testers')),
  on(3, '14:45', 'priya', publishStep('new-search', 'staging', share(50), 'Half of staging searches anew')),
  on(2, '16:31', 'priya', switchFlagStep('express-pay', 'production', false)),
  on(
    2,
    '17:02',
    'maya',
    proposeChangeStep(
      'hero-layout',
      'The video for everyone',
      all('video'),
      requestReviewOf,
      requestChangesStep('oskar', 'It is 9 MB. Can we wait for the smaller file?'),
    ),
  ),
  on(
    1,
    '09:40',
    'maya',
    proposeChangeStep('free-shipping-from', 'Free shipping from 29 for everyone', all('low'), requestReviewOf),
  ),
  on(
    1,
    '10:05',
    'oskar',
    startRampStep(
      'one-page-checkout',
      'Checkout on one page, step by step',
      {
        steps: [
          { share: 10_000, hold: 'PT6H' },
          { share: 25_000, hold: 'P2D' },
          { share: 50_000, hold: 'P1D', ask: true },
          { share: 100_000 },
        ],
        guards: [
          { event: 'checkout-failed', worse: 'more', then: 'roll-back' },
          { metric: 'customers-who-order', then: 'pause' },
        ],
        falsely: 0.001,
        lookEvery: 'PT1H',
      },
      requestReviewOf,
      approveChangeStep('ingrid', 'Careful with the payment step.'),
      applyChangeStep('oskar'),
    ),
  ),
  on(
    1,
    '10:10',
    'oskar',
    reviewed('free-shipping-from', 'Try 79 on a quarter', split(['high', 25], ['standard', 75]), 'ingrid', 'oskar'),
  ),
  lately(
    150,
    'oskar',
    proposeChangeStep(
      'reviews',
      'Roll out reviews to 80% in Production',
      share(80),
      requestReviewOf,
      approveChangeStep('priya', 'No new tickets since Saturday.'),
      scheduleChangeStep(2, 8),
    ),
  ),
  lately(
    40,
    'oskar',
    proposeChangeStep(
      'checkout-v2',
      'Nordic launch to 60%',
      {
        rules: [
          { id: 'staff', name: 'Staff first', when: { segment: 'staff' }, serve: { variant: 'on' } },
          {
            id: 'nordic',
            name: 'Nordic launch',
            when: { segment: 'nordic' },
            serve: split(['on', 60], ['off', 40]).otherwise,
          },
        ],
      },
      requestReviewOf,
      commentOnChangeStep('priya', 'Conversion held at 25% since Saturday. Yours to decide, Ingrid.'),
    ),
  ),
]
