import { limits } from '../../../../../shared/limits.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/**
 * The same SDK for a limited time, after which it gives no more answers: the comparison shows how many there were. Flagsmith's
 * takes milliseconds for each if many identities have overrides, and an import has one minute for everything.
 */
export const whileTime =
  (open: OpenSdk, ms: number = limits.selfCheckMs): OpenSdk =>
  async (given) => {
    const sdk = await open(given)
    if (sdk === null) return null
    const endsMs = performance.now() + ms
    const theirs: typeof sdk.theirs = (flag, context) => (performance.now() > endsMs ? null : sdk.theirs(flag, context))
    return { ...sdk, theirs }
  }
