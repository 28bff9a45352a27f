import { GrowthBook } from '@growthbook/growthbook'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/** GrowthBook's SDK with a payload. The targeting key is the attribute `id`, unless the context has one. */
export const openGrowthBook: OpenSdk = ({ document }) => {
  // Safe cast: the importer has parsed it.
  const sdk = new GrowthBook({}).initSync({ payload: structuredClone(document) as never })
  return {
    theirs: (flag, context) => {
      void sdk.setAttributes(asTheirs(context))
      const { value, experimentResult } = sdk.evalFeature(flag)
      return [(value as Json | undefined) ?? null, experimentResult?.inExperiment ?? false]
    },
    contextOf: asTheirs,
    inTheirText: ({ errorCode, detail, value, inExperiment }) =>
      errorCode === null || detail === 'cyclicPrerequisite' ? [value ?? null, inExperiment] : [errorCode, detail],
    end: () => sdk.destroy(),
  }
}

const asTheirs = ({ targetingKey, id, ...context }: Record<string, Json>): Record<string, Json> => {
  const unit = id === undefined || id === null || id === '' ? targetingKey : id
  return unit === undefined ? context : { ...context, id: unit }
}
