import { flagd } from '../flagd/export/format.ts'
import { growthBook } from '../growthbook/export/format.ts'
import { launchDarkly } from '../launchdarkly/export/format.ts'
import { unleash } from '../unleash/export/format.ts'
import type { Format } from './format-support.ts'

/** The export formats that contain rules, named after their vendor. */
export const formatNames = ['unleash', 'launchdarkly', 'flagd', 'growthbook'] as const
export type FormatName = (typeof formatNames)[number]

export const formats: Readonly<Record<FormatName, Format>> = {
  unleash,
  launchdarkly: launchDarkly,
  flagd,
  growthbook: growthBook,
}
