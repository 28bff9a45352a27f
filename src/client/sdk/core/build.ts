import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import type { BuildDeclaration } from '../../../shared/features/builds/schemas/build.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { AnyFlags } from './calls.ts'
import type { Fetch, Platform } from './platform.ts'
import { sendRequest } from './send-request.ts'

/** Identifies a build. Omitted fields are taken from the nearest `package.json`, if the runtime has files. */
export type Build = {
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly commit?: string | undefined
  /** Context attributes of this application, if rules should be checked against them. */
  readonly attributes?: readonly string[] | undefined
}

type BuildReportInput = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly declared: AnyFlags
  /** False: declarations are not reported. */
  readonly build: Build | false | undefined
  readonly signal: AbortSignal
}

const header = 'x-fanion-build'
/** Specification, section 9. */
const [mostFlags, mostVariants, mostAttributes] = [1_000, 64, 200]

/**
 * Returns a `fetch` that sends the build's digest as a header with each request. If the server does not know the
 * digest, the full declaration is sent once. Best effort: a failed report is dropped.
 */
export const fetchReportingBuild = (platform: Platform, asked: BuildReportInput): Fetch => {
  const { build, signal } = asked
  if (build === false) return platform.fetch
  const text = declarationOf(platform, asked)
  const digest = text === null ? null : digestOf(text)
  let told: Promise<void> | null = null
  const tell = async (body: string): Promise<void> => {
    const ended = await sendRequest(
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
    // A rejected report is not retried. A lost one is requested again by the server.
    if (ended === null || (ended.status !== undefined && ended.status < 500)) return
    told = null
  }
  return async (url, init) => {
    const name = await digest
    // Closed in the meantime: send nothing.
    init.signal.throwIfAborted()
    if (text === null || name === null) return platform.fetch(url, init)
    const response = await platform.fetch(url, { ...init, headers: { ...init.headers, [header]: name } })
    if (response.headers.get(header) === 'unknown') told ??= tell(text)
    return response
  }
}

/** Returns the declaration in the canonical form that both sides hash; null if it cannot be written as JSON. */
const declarationOf = (platform: Platform, { declared, build }: BuildReportInput): string | null => {
  try {
    const here = platform.build?.() ?? {}
    const given = build === undefined || build === false ? {} : build
    const flags = new Map(Object.values(declared).map((flag) => [flag.key, flag]))
    const told: BuildDeclaration = {
      name: singleLine(given.name ?? here.name, 'unnamed'),
      version: singleLine(given.version ?? here.version, 'unknown'),
      ...(given.commit ? { commit: singleLine(given.commit, 'unknown') } : {}),
      runtime: platform.name,
      flags: [...flags.values()]
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, mostFlags)
        .map(({ key, type, variants, default: fallback }) => ({
          key,
          type,
          // The server sees values as JSON represents them.
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

/** Returns a single line of at most 100 characters, the server's limit. */
const singleLine = (text: string | undefined, otherwise: string): string =>
  String(text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .trim() || otherwise

/** Returns the SHA-256 of a text in hexadecimal; null if the runtime has no Web Crypto. */
const digestOf = async (text: string): Promise<string | null> => {
  try {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
