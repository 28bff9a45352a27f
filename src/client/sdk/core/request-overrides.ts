import type { ClientRuntime } from './client-runtime.ts'
import { describe } from './describe.ts'
import type { Fanion, RequestOverrides } from './fanion.ts'
import { type Overrides, overridesOf } from './override.ts'
import { readSignedOverrides } from './signed-overrides.ts'

export type RequestOverrideReader = {
  /** Verifies signed overrides. Returns null without them, if they are not trusted, or if `acceptOverrides` is off. */
  readonly read: Fanion['readOverrides']
  /** The flag values behind a handle that `read` returned. */
  readonly valuesOf: (handle: RequestOverrides | null) => Overrides | undefined
}

/**
 * Reads overrides that a request brings, signed with this client's server key. The caller gets an opaque handle, so it
 * cannot forge or inspect the values.
 */
export const createRequestOverrides = (
  { platform, settings, events }: ClientRuntime,
  isEnabled: boolean,
): RequestOverrideReader => {
  const valuesByHandle = new WeakMap<object, Overrides>()
  return {
    valuesOf: (handle) => (handle === null ? undefined : valuesByHandle.get(handle)),
    read: async (signedText) => {
      if (!isEnabled || !signedText || settings.key === '') return null
      try {
        const values = await readSignedOverrides(settings.key, signedText, platform.now())
        const handle = Object.freeze({}) as RequestOverrides
        valuesByHandle.set(handle, new Map([...settings.overrides, ...overridesOf(values, settings.flags)]))
        return handle
      } catch (cause) {
        events.fault(`overrides of a request are passed over: ${describe(cause)}`, cause)
        return null
      }
    },
  }
}
