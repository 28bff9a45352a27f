import { flagd } from './flagd/format.ts'
import { growthBook } from './growthbook/format.ts'
import { launchDarkly } from './launchdarkly/format.ts'
import type { Format } from './reading.ts'
import { unleash } from './unleash/format.ts'

/** The formats that carry rules, by the name of whose they are. */
export const formatNames = ['unleash', 'launchdarkly', 'flagd', 'growthbook'] as const
export type FormatName = (typeof formatNames)[number]

export const formats: Readonly<Record<FormatName, Format>> = {
  unleash,
  launchdarkly: launchDarkly,
  flagd,
  growthbook: growthBook,
}
