import evaluator from '@splitsoftware/splitio-commons/cjs/evaluator/index.js'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

type Storage = {
  definitions: { get: (name: string) => unknown }
  segments: { isInSegment: (name: string, key: string) => boolean }
}
type Evaluate = (
  log: object,
  key: unknown,
  name: string,
  attributes: object,
  storage: Storage,
) => { treatment: string; config: Json }
type Config = {
  splits: readonly { name: string }[]
  segments?: Readonly<Record<string, readonly string[]>> | undefined
}

// The package has no types for its shared code.
const { evaluateFeature } = evaluator as unknown as { evaluateFeature: Evaluate }
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** The evaluator shared by all JavaScript SDKs of Split, with definitions and segment members. */
export const openSplit: OpenSdk = ({ document }) => {
  // Safe cast: the importer has parsed it.
  const { splits, segments = {} } = document as Config
  const byName = new Map(splits.map((one) => [one.name, one]))
  const members = new Map(Object.entries(segments).map(([name, keys]) => [name, new Set(keys)]))
  const storage: Storage = {
    definitions: { get: (name) => byName.get(name) ?? null },
    segments: { isInSegment: (name, key) => members.get(name)?.has(key) === true },
  }
  return {
    theirs: (flag, { targetingKey, bucketingKey, ...rest }) => {
      const key = bucketingKey === undefined ? targetingKey : { matchingKey: targetingKey, bucketingKey }
      try {
        const { treatment, config } = evaluateFeature(silent, key, flag, rest, storage)
        return [treatment, treatment === 'control' ? null : config]
      } catch {
        // The client would catch it, too.
        return ['control', null]
      }
    },
    inTheirText: ({ errorCode, detail, variant, name, payload }) => {
      if (errorCode !== null) return [errorCode, detail]
      return variant === null ? ['control', null] : [name ?? variant, payload ?? null]
    },
  }
}
