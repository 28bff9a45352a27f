import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { AnyFlags } from './calls.ts'
import { baseUrlOf, type ClientOptions, flagsOf, keyOf, publicKeysOf } from './options.ts'
import { type Overrides, overridesOf } from './override.ts'
import { bootstrapOf, missingOptionOf } from './starting.ts'

/** The validated options of a client. */
export type ClientSettings = {
  /** Base URL without a trailing slash; empty if not set. */
  readonly url: string
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly flags: AnyFlags
  /** Values that replace evaluation, by flag key. */
  readonly overrides: Overrides
  /** Keys that datafiles must be signed with; null if signatures are not required. */
  readonly publicKeys: readonly string[] | null
  readonly bootstrap: Datafile | null
  /** Why the client contacts no server: `offline`, or which option is missing. Null if it connects. */
  readonly standaloneReason: string | null
}

/** Validates the options. Throws a `TypeError` if one of them cannot be right. */
export const readSettings = (options: ClientOptions<AnyFlags>): ClientSettings => {
  const { offline = false } = options
  const url = baseUrlOf(options.url)
  const key = keyOf(options.key, 'srv', 'server')
  const flags = flagsOf(options.flags)
  return {
    url,
    key,
    headers: { authorization: `Bearer ${key}` },
    flags,
    overrides: overridesOf(options.overrides ?? {}, flags),
    publicKeys: publicKeysOf(options.publicKeys),
    bootstrap: bootstrapOf(typeof offline === 'object' ? offline : options.bootstrap),
    standaloneReason: offline === false ? missingOptionOf(url, key) : 'offline',
  }
}
