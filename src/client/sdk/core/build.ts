import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import type { BuildDeclaration } from '../../../shared/features/builds/schemas/build.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { AnyFlags } from './calls.ts'
import { exchange } from './exchange.ts'
import type { Fetch, Platform } from './platform.ts'

/** Which version of which program this is. What is left out is that of the nearest package.json, where there are files. */
export type Build = {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly commit?: string | undefined
  /** The attributes that its contexts hold, where it wants rules to be held to them. */
  readonly attributes?: readonly string[] | undefined
}

type Asked = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly declared: AnyFlags
  /** False: nothing is told of what the program declares. */
  readonly build: Build | false | undefined
  readonly signal: AbortSignal
}

const header = 'x-fanion-build'
/** Specification, section 9. */
const [mostFlags, mostVariants, mostAttributes] = [1_000, 64, 200]

/**
 * A `fetch` that names the build of this program with each request, by a digest of what it declares; where the server does not
 * know it, the whole is sent once. Never in anybody's way: what cannot be told is not.
 */
export const tellingBuild = (platform: Platform, asked: Asked): Fetch => {
  const { build, signal } = asked
  if (build === false) return platform.fetch
  const text = declarationOf(platform, asked)
  const digest = text === null ? null : digestOf(text)
  let told: Promise<void> | null = null
  const tell = async (body: string): Promise<void> => {
    const ended = await exchange(
      platform,
      {
        url: `${asked.url}/sdk/v1/build`,
        method: 'POST',
        headers: { ...asked.headers, 'content-type': 'application/json' },
        body,
        signal,
      },
      async () => null,
    )
    // what the server does not take it will not take the next time; what was lost is asked for again
    if (ended === null || (ended.status !== undefined && ended.status < 500)) return
    told = null
  }
  return async (url, init) => {
    const name = await digest
    // closed meanwhile: nothing is asked any more
    init.signal.throwIfAborted()
    if (text === null || name === null) return platform.fetch(url, init)
    const response = await platform.fetch(url, { ...init, headers: { ...init.headers, [header]: name } })
    if (response.headers.get(header) === 'unknown') told ??= tell(text)
    return response
  }
}

/** What the server is told, in the one form that both make a digest of; null where it is no JSON. */
const declarationOf = (platform: Platform, { declared, build }: Asked): string | null => {
  try {
    const here = platform.build?.() ?? {}
    const given = build === undefined || build === false ? {} : build
    const flags = new Map(Object.values(declared).map((flag) => [flag.key, flag]))
    const told: BuildDeclaration = {
      name: word(given.name ?? here.name, 'unnamed'),
      version: word(given.version ?? here.version, 'unknown'),
      ...(given.commit ? { commit: word(given.commit, 'unknown') } : {}),
      runtime: platform.name,
      flags: [...flags.values()]
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, mostFlags)
        .map(({ key, type, variants, default: fallback }) => ({
          key,
          type,
          // the server sees what JSON makes of a value
          variants: variants === null || variants.length > mostVariants ? null : (variants as Json[]),
          default: fallback as Json,
        })),
      ...(given.attributes ? { attributes: given.attributes.slice(0, mostAttributes).map(String) } : {}),
    }
    return canonicalJson(JSON.parse(JSON.stringify(told)))
  } catch {
    return null
  }
}

/** One line of at most 100 characters, as the server takes it. */
const word = (text: string | undefined, otherwise: string): string =>
  String(text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .trim() || otherwise

/** The SHA-256 of a text in hexadecimal; null where the runtime has none. */
const digestOf = async (text: string): Promise<string | null> => {
  try {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
