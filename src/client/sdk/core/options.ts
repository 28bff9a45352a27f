import type { Build } from './build.ts'
import type { AnyFlags } from './calls.ts'
import type { AnyEvents } from './define-events.ts'
import type { Hook } from './hooks.ts'
import type { Logger } from './logger.ts'

/** A datafile as `GET /sdk/v1/datafile` gives it, for example built into the program. */
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
  /** The address of the Fanion server, for example `https://flags.example.com`. */
  readonly url?: string | undefined
  /** A server key of the environment, `fan_srv_…`. */
  readonly key?: string | undefined
  /** What `defineFlags` gave. */
  readonly flags: F
  /** What `defineEvents` gave: `track` takes these, and no others. */
  readonly events?: E | undefined
  /**
   * Which version of which program this is: the server knows by it who reads a flag, and lets nobody take it away meanwhile.
   * By default that of the nearest `package.json`, with `FANION_BUILD_VERSION` before its version; `false` tells nothing.
   */
  readonly build?: Build | false | undefined
  /**
   * The public keys of the server (`ed25519:…`, `fanion signing-key` prints it), two while one takes the place of the other. With them
   * nothing is answered from a datafile that the server did not sign, that is of another environment, or older than the one before.
   */
  readonly publicKeys?: readonly string[] | undefined
  /** Served until the server has answered. */
  readonly bootstrap?: Bootstrap | undefined
  /** Whether evaluations are counted and reported every 30 s, by flag and variant alone. By default they are. */
  readonly telemetry?: boolean | undefined
  /**
   * Whether it is told who was given which variant by a rule that is measured, by a ramp or an experiment, each once; the
   * server keeps a digest of whom. By default it is, unless `telemetry` is off.
   */
  readonly exposures?: boolean | undefined
  /**
   * Where it is said once what does not fit: a declared flag that the environment has not, or has of another type. By
   * default the console outside production; `error` listeners hear it in any case.
   */
  readonly logger?: Logger | undefined
  /**
   * Asks nobody: everything is answered from this datafile, or with the declared defaults where it is `true`. For tests,
   * builds and work without a network; `url` and `key` are not needed then.
   */
  readonly offline?: boolean | Bootstrap | undefined
  /** What stands in for the answers of flags, by their names: values, or keys of variants. Counted nowhere. */
  readonly overrides?: Readonly<Record<string, unknown>> | undefined
  /**
   * Whether `readOverrides` trusts overrides that are signed by this very key (`fanion override`), for end-to-end tests: they
   * hold for one request, an hour at most. By default it trusts none.
   */
  readonly acceptOverrides?: boolean | undefined
  /** What is told of each evaluation; OpenFeature's hooks are such. */
  readonly hooks?: readonly Hook[] | undefined
}

const publicKey = /^ed25519:[\w-]{43}$/

const refuse = (problem: string): never => {
  throw new TypeError(`createFanion: ${problem}`)
}

/**
 * The server's address without what could double a slash; nothing where nothing is given, as in a build or a test. Throws a
 * `TypeError` that says what would be right.
 */
export const baseUrlOf = (url: string | undefined): string =>
  !url || /^https?:\/\/[^\s?#@]+$/.test(url)
    ? (url ?? '').replace(/\/+$/, '')
    : refuse('url must be an address such as https://flags.example.com without user name or query')

/** The declared flags. Throws a `TypeError` where they are not what `defineFlags` gives. */
export const flagsOf = <F extends AnyFlags>(flags: F): F =>
  Object(flags) === flags && Object.values(flags).every((flag) => flag?.key)
    ? flags
    : refuse('flags must be what defineFlags gave')

/**
 * The key, once it is one of the wanted kind; nothing where nothing is given. Throws a `TypeError` that does not repeat the
 * key: it may be a secret.
 */
export const keyOf = (key: string | undefined, kind: 'srv' | 'cli', name: 'server' | 'client'): string => {
  const text = key ?? ''
  const found = /^fan_(srv|cli)_[\w-]{43}$/.exec(text)?.[1]
  if (found === kind || !text) return text
  return refuse(
    `key must be a ${name} key, fan_${kind}_ and 43 characters; this is ${found ? 'one of the other kind' : 'no whole key'}`,
  )
}

/** The public keys; null where none are asked for. Throws a `TypeError` where one is none. */
export const publicKeysOf = (keys: readonly string[] | undefined): readonly string[] | null => {
  if (keys === undefined) return null
  return keys.length > 0 && keys.every((key) => publicKey.test(key))
    ? keys
    : refuse('publicKeys must be a list of keys as fanion signing-key prints them, ed25519: and 43 characters')
}
