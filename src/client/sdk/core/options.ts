import type { Build } from './build.ts'
import type { AnyFlags } from './calls.ts'
import type { AnyEvents } from './define-events.ts'
import type { Hook } from './hooks.ts'
import type { Logger } from './logger.ts'

/** A datafile as returned by `GET /sdk/v1/datafile`, for example one that is bundled with the application. */
export type Bootstrap = {
  readonly format: number
  readonly project: string
  readonly environment: string
  readonly revision: number
  readonly digest: string
  readonly flags: { readonly [key: string]: unknown }
  readonly segments: { readonly [key: string]: unknown }
}

export type ClientOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = {
  /** Base URL of the Fanion server, for example `https://flags.example.com`. */
  readonly url?: string | undefined
  /** A server key of the environment: `fan_srv_…`. */
  readonly key?: string | undefined
  /** The result of `defineFlags`. */
  readonly flags: F
  /** The result of `defineEvents`. `track` then accepts only these events. */
  readonly events?: E | undefined
  /**
   * Identifies this build, so that the server can reject changes that would break it. Default: name and version of the
   * nearest `package.json`; `FANION_BUILD_VERSION` overrides the version. `false` reports nothing.
   */
  readonly build?: Build | false | undefined
  /**
   * Ed25519 public keys of the server (`ed25519:…`), as printed by `fanion signing-key`. List two during a rotation.
   * The client then rejects datafiles that are unsigned, from another environment, or older than the current one.
   */
  readonly publicKeys?: readonly string[] | undefined
  /** A datafile to serve until the server's arrives. */
  readonly bootstrap?: Bootstrap | undefined
  /** Counts evaluations by flag and variant, and reports them every 30 s. Default: true. */
  readonly telemetry?: boolean | undefined
  /**
   * Reports which user got which variant of a ramp or experiment, once per user. The server stores a hash of the user.
   * Default: true, unless `telemetry` is false.
   */
  readonly exposures?: boolean | undefined
  /**
   * Receives one warning for each declared flag that is missing from the environment or has another type. Default: the
   * console, except in production. `error` listeners are always called.
   */
  readonly logger?: Logger | undefined
  /**
   * Contacts no server. Serves this datafile, or the declared defaults if `true`. `url` and `key` are not needed. For
   * tests, builds and development without a network.
   */
  readonly offline?: boolean | Bootstrap | undefined
  /** Fixed values or variant keys, by flag name. Overridden evaluations are not counted. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined
  /**
   * Makes `readOverrides` accept overrides that are signed with this client's server key (`fanion override`), for
   * end-to-end tests. They apply to one request and expire after at most one hour. Default: false.
   */
  readonly acceptOverrides?: boolean | undefined
  /** Hooks around each evaluation, compatible with OpenFeature's hooks. */
  readonly hooks?: readonly Hook[] | undefined
}

const publicKey = /^ed25519:[\w-]{43}$/

const rejectOption = (problem: string): never => {
  throw new TypeError(`createFanion: ${problem}`)
}

/**
 * Removes trailing slashes from the server's base URL. Returns an empty text if no URL is set, as in a build or a test.
 * Throws a `TypeError` that describes a valid URL.
 */
export const baseUrlOf = (url: string | undefined): string =>
  !url || /^https?:\/\/[^\s?#@]+$/.test(url)
    ? (url ?? '').replace(/\/+$/, '')
    : rejectOption('url must be an address such as https://flags.example.com without user name or query')

/** Checks the declared flags. Throws a `TypeError` if they are not a result of `defineFlags`. */
export const flagsOf = <F extends AnyFlags>(flags: F): F =>
  Object(flags) === flags && Object.values(flags).every((flag) => flag?.key)
    ? flags
    : rejectOption('flags must be what defineFlags gave')

/**
 * Returns the key if it is of the expected kind, or an empty text if none is set. Throws a `TypeError` that does not
 * repeat the key, because it may be a secret.
 */
export const keyOf = (key: string | undefined, kind: 'srv' | 'cli', name: 'server' | 'client'): string => {
  const text = key ?? ''
  const found = /^fan_(srv|cli)_[\w-]{43}$/.exec(text)?.[1]
  if (found === kind || !text) return text
  return rejectOption(
    `key must be a ${name} key, fan_${kind}_ and 43 characters; this is ${found ? 'one of the other kind' : 'no whole key'}`,
  )
}

/** Returns the public keys, or null if none are set. Throws a `TypeError` if one is invalid. */
export const publicKeysOf = (keys: readonly string[] | undefined): readonly string[] | null => {
  if (keys === undefined) return null
  return keys.length > 0 && keys.every((key) => publicKey.test(key))
    ? keys
    : rejectOption('publicKeys must be a list of keys as fanion signing-key prints them, ed25519: and 43 characters')
}
