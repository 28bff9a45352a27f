import { createInstance } from '@featurevisor/sdk'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import { variableOf, variationOf } from '../../../../../shared/vendors/featurevisor/import/compile.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

type Features = Readonly<Record<string, { variations?: unknown; variablesSchema?: Readonly<Record<string, unknown>> }>>

/** Featurevisor's SDK, version 2, with a built datafile. */
export const openFeaturevisor: OpenSdk = ({ document }) => {
  const sdk = createInstance({ datafile: structuredClone(document) as never, logLevel: 'fatal' })
  const asks = new Map<string, (context: Record<string, Json>) => Json>()
  // Safe cast: the importer has validated that features are an object.
  for (const [key, { variations, variablesSchema }] of Object.entries((document as { features: Features }).features)) {
    asks.set(key, (context) => sdk.isEnabled(key, context as never))
    if (variations !== undefined)
      asks.set(variationOf(key), (context) => (sdk.getVariation(key, context as never) as Json) ?? null)
    for (const variable of Object.keys(variablesSchema ?? {}))
      asks.set(
        variableOf(key, variable),
        (context) => (sdk.getVariable(key, variable, context as never) as Json) ?? null,
      )
  }
  return {
    theirs: (flag, context) => asks.get(flag)?.(context) ?? null,
    inTheirText: ({ value, errorCode, detail }) => (errorCode === null ? (value ?? null) : [errorCode, detail]),
  }
}
