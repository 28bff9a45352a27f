import { Flagsmith } from 'flagsmith-nodejs'
import type { ImportOptions } from '../../../../../shared/features/imports/schemas/import.ts'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import { assembleFlagsmith } from '../../../../../shared/vendors/flagsmith/import/assemble.ts'
import { compileFlagsmith } from '../../../../../shared/vendors/flagsmith/import/compile.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'
import { onlyEquivalentFlags } from './only-equivalent-flags.ts'

const withoutKey = (context: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(context).filter(([name]) => name !== 'identityKey'))

/** Flagsmith's SDK, which evaluates an environment document locally. */
const openFlagsmith: OpenSdk = async ({ document, imported }) => {
  const fetched = () =>
    Promise.resolve(new Response(JSON.stringify(document), { headers: { 'content-type': 'application/json' } }))
  const reader = new Flagsmith({
    environmentKey: 'ser.import',
    // No requests are sent.
    apiUrl: 'http://127.0.0.1:9/api/v1/',
    enableLocalEvaluation: true,
    environmentRefreshIntervalSeconds: 86_400,
    fetch: fetched as never,
  })
  const environment = await reader.getEnvironment()
  await reader.close()
  const sdk = new Flagsmith({ offlineMode: true, offlineHandler: { getEnvironment: () => environment } })
  const enabledOf = imported.enabledOf ?? new Map<string, string>()
  const valued = new Set(enabledOf.values())
  // The SDK evaluates all flags at once.
  let last: { of: object; flags: ReturnType<typeof sdk.getEnvironmentFlags> } | null = null
  const flagsOf = (context: Record<string, Json>) => {
    if (last?.of !== context) {
      const { targetingKey, ...own } = withoutKey(context)
      const flags =
        typeof targetingKey === 'string'
          ? sdk.getIdentityFlags(targetingKey, own as Parameters<typeof sdk.getIdentityFlags>[1])
          : sdk.getEnvironmentFlags()
      last = { of: context, flags }
    }
    return last.flags
  }
  return {
    theirs: async (flag, context) => {
      // One unreadable feature makes the SDK fail for all flags. The import skips only that feature.
      const flags = await flagsOf(context).catch(() => null)
      if (flags === null) return null
      const { enabled, value } = flags.getFlag(enabledOf.get(flag) ?? flag) as { enabled: boolean; value?: Json }
      return valued.has(flag) ? [enabled, value ?? null] : enabled
    },
    // The vendor's server-side hash key, if it differs, is not a trait.
    contextOf: withoutKey,
    inTheirText: ({ errorCode, detail, enabled: on, value }, flag) => {
      if (errorCode !== null) return [errorCode, detail]
      return valued.has(flag) ? [on, value ?? null] : (value ?? null)
    },
  }
}

/** The SDK for the engine that served. If that was the server, only for flags that both evaluate equally. */
export const openFlagsmithFor = ({ engine = 'node' }: ImportOptions): OpenSdk => {
  if (engine === 'node') return openFlagsmith
  return onlyEquivalentFlags(openFlagsmith, (document) => {
    const { config, refused } = assembleFlagsmith(document)
    if (config === undefined) throw new Error(refused)
    return { asked: compileFlagsmith(config, 'node'), served: compileFlagsmith(config, engine) }
  })
}
