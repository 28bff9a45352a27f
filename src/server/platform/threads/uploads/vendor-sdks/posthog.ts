import { PostHog } from 'posthog-node'
import type { ImportOptions } from '../../../../../shared/features/imports/schemas/import.ts'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'
import { compilePostHog } from '../../../../../shared/vendors/posthog/import/compile.ts'
import { PhConfig } from '../../../../../shared/vendors/posthog/import/config.ts'
import { plainTrue } from '../../../../../shared/vendors/posthog/import/flag.ts'
import { onlyEquivalentFlags } from './only-equivalent-flags.ts'

const beyondAscii = /[\u0080-\uffff]|\\r/

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** Fakes the response that the SDK would fetch. */
const answering = (definitions: unknown) => () =>
  Promise.resolve({
    status: 200,
    headers: { get: () => null },
    body: null,
    text: () => Promise.resolve(JSON.stringify(definitions)),
    json: () => Promise.resolve(definitions),
  })

/** PostHog's SDK with local evaluation. It interprets patterns over non-ASCII text in its own way. */
const openPostHog: OpenSdk = async ({ document }) => {
  const sdk = new PostHog('phc_import', {
    personalApiKey: 'phx_import',
    host: 'http://127.0.0.1:9',
    fetch: answering({ group_type_mapping: {}, cohorts: {}, ...(document as object) }) as never,
    disableGeoip: true,
    flushAt: 1_000_000,
  })
  await sdk.waitForLocalEvaluationReady(1_000)
  const patterned = JSON.stringify(document).includes('regex"')
  return {
    theirs: async (flag, { targetingKey, ...personProperties }) => {
      if (patterned && beyondAscii.test(JSON.stringify([targetingKey ?? null, personProperties]))) return null
      const answer = await sdk.getFeatureFlag(flag, textOf(targetingKey), {
        personProperties: personProperties as Record<string, string>,
        onlyEvaluateLocally: true,
        sendFeatureFlagEvents: false,
      })
      return answer ?? 'unknown'
    },
    inTheirText: ({ errorCode, detail, reason, enabled, value, name }) => {
      if (errorCode !== null) return [errorCode, detail]
      if (reason === 'UNKNOWN') return 'unknown'
      if (enabled !== true) return false
      return typeof value === 'boolean' || name === plainTrue ? true : (name ?? value ?? null)
    },
    end: () => sdk.shutdown(),
  }
}

/** The SDK for the evaluator that served. If that was the server, only for flags that both evaluate equally. */
export const openPostHogFor = ({ evaluator = 'server' }: ImportOptions): OpenSdk => {
  if (evaluator === 'local') return openPostHog
  return onlyEquivalentFlags(openPostHog, (document) => {
    const config = PhConfig.parse(document)
    return { asked: compilePostHog(config, 'local'), served: compilePostHog(config, evaluator) }
  })
}
