import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'

const countries = ['NO', 'NO', 'NO', 'SE', 'SE', 'DK', 'DE', 'DE', 'FR', 'FI', 'US', 'NL']
const plans = ['free', 'free', 'free', 'business', 'gold']

/**
 * The contexts that applications report: 2,000 visitors, always the same. Email addresses are personal, so they are not
 * reported.
 */
export const seenVisitors: readonly SampledContext[] = Array.from({ length: 2_000 }, (_, n) => ({
  targetingKey: `user-${1_000 + n}`,
  country: countries[(n * 7) % countries.length] ?? 'NO',
  plan: plans[(n * 3) % plans.length] ?? 'free',
  appVersion: `2.${n % 7}.${n % 3}`,
  total: 15 + ((n * 37) % 240),
}))

/** The visitors with all attributes. A few work for the shop. */
export const visitors: readonly SampledContext[] = seenVisitors.map((visitor, n) => ({
  ...visitor,
  email: n % 60 === 0 ? `worker-${n}@shop.example` : `user-${1_000 + n}@mail.example`,
}))
