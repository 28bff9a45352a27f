import { featurevisor } from './featurevisor.ts'
import { flagd } from './flagd.ts'
import { launchDarkly } from './launchdarkly.ts'
import { unleash } from './unleash.ts'
import { postHog } from './posthog.ts'
import { growthBook } from './growthbook.ts'
import { flagsmith } from './flagsmith.ts'
import type { Oracle } from './oracle.ts'

/** Every vendor whose SDK the registry has for this run time. */
export const oracles: readonly Oracle[] = [featurevisor, flagd, flagsmith, growthBook, launchDarkly, postHog, unleash]
