import { limits } from '../../../../../shared/limits.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/**
 * Limits an SDK to `ms`, after which it returns no more results; the comparison reports how many there were.
 * Flagsmith's SDK takes milliseconds per evaluation if many identities have overrides, and an import has one minute in
 * total.
 */
export const withTimeLimit =
  (open: OpenSdk, ms: number = limits.selfCheckMs): OpenSdk =>
  async (given) => {
    const sdk = await open(given)
    if (sdk === null) return null
    const endsMs = performance.now() + ms
    const theirs: typeof sdk.theirs = (flag, context) => (performance.now() > endsMs ? null : sdk.theirs(flag, context))
    return { ...sdk, theirs }
  }
