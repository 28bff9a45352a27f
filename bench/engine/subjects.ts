import type { Subject } from './subject.ts'
import { configcatSnapshot } from './subjects/configcat.ts'
import { fanionByHandle, fanionByKey } from './subjects/fanion.ts'
import { flagdCore } from './subjects/flagd.ts'
import { growthbookClient } from './subjects/growthbook.ts'
import { launchdarklyServer } from './subjects/launchdarkly.ts'
import { unleashClient } from './subjects/unleash.ts'
import { vercelFlags } from './subjects/vercel.ts'

/** The SDKs under test, by the name that starts their process. */
export const subjects: Readonly<Record<string, Subject>> = {
  handle: fanionByHandle,
  key: fanionByKey,
  flagd: flagdCore,
  vercel: vercelFlags,
  unleash: unleashClient,
  growthbook: growthbookClient,
  launchdarkly: launchdarklyServer,
  configcat: configcatSnapshot,
}
