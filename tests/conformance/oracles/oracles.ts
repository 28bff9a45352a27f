import { configCat } from './configcat.ts'
import { featurevisor } from './featurevisor.ts'
import { flagd } from './flagd.ts'
import { flagsmith } from './flagsmith.ts'
import { flipt } from './flipt.ts'
import { growthBook } from './growthbook.ts'
import { launchDarkly } from './launchdarkly.ts'
import type { Oracle } from './oracle.ts'
import { postHog } from './posthog.ts'
import { splitSoftware } from './split.ts'
import { statsig } from './statsig.ts'
import { unleash } from './unleash.ts'

/** All vendors with an SDK for this runtime in the registry. */
export const oracles: readonly Oracle[] = [
  configCat,
  featurevisor,
  flagd,
  flagsmith,
  flipt,
  growthBook,
  launchDarkly,
  postHog,
  splitSoftware,
  statsig,
  unleash,
]
