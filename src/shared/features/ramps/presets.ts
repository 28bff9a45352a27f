import type { SavedRampPlan } from './schemas/ramp.ts'

/** Ramp plans that every project has. */
export const rampPresets: readonly SavedRampPlan[] = [
  {
    name: 'careful',
    steps: [
      { share: 1_000, hold: 'PT1H' },
      { share: 5_000, hold: 'PT4H' },
      { share: 25_000, hold: 'P1D' },
      { share: 50_000, hold: 'P1D' },
      { share: 100_000 },
    ],
  },
  {
    name: 'normal',
    steps: [
      { share: 5_000, hold: 'PT1H' },
      { share: 25_000, hold: 'PT4H' },
      { share: 50_000, hold: 'P1D' },
      { share: 100_000 },
    ],
  },
  {
    name: 'fast',
    steps: [{ share: 10_000, hold: 'PT15M' }, { share: 50_000, hold: 'PT1H' }, { share: 100_000 }],
  },
]
