import type { z } from 'zod'
import { boundedJson } from '../../shared/bounded-text.ts'
import type { Declared } from '../../shared/codegen/context-type.ts'
import type { DeclaredEvent } from '../../shared/codegen/events-module.ts'
import { ProgramAttributes } from '../../shared/features/attributes/schemas/attribute.ts'
import { type FlagNote, FlagNotes } from '../../shared/features/insights/schemas/insights.ts'
import { ProgramEvents } from '../../shared/features/usage/schemas/tracked.ts'
import { atRevision } from '../../shared/revision-header.ts'
import { Datafile } from '../../shared/schemas/datafile.ts'
import { CliError, UsageError } from './cli-error.ts'
import { callWithTimeout, connect } from './connect.ts'
import { looksSecret, shown } from './shown.ts'

/** Where to read flags: an environment by its server key, or by name with an API token. */
export type Source = (
  | { readonly url: string; readonly key: string }
  | { readonly url: string; readonly token: string }
) & {
  readonly project: string | undefined
  readonly environment: string | undefined
  /** Only with a key: the revision that the datafile must have. */
  readonly revision?: number | undefined
}

/** Input for generated declarations: an environment’s datafile, and its project’s attributes. */
export type Declarations = {
  datafile: Datafile
  attributes: readonly Declared[]
  /** Descriptions of flags. Empty if the server is too old to provide them. */
  notes: readonly FlagNote[]
  /** The project’s declared events. Empty if the server is too old to provide them. */
  events: readonly DeclaredEvent[]
}

/** Reads the declarations of an environment. Throws a `CliError` with advice if that fails. */
export const readDeclarations = (source: Source): Promise<Declarations> =>
  'key' in source ? byKey(source) : byToken(source)

const plain = (name: string) => (looksSecret(name) ? shown(name) : name)

type ByKey = Extract<Source, { readonly key: string }>

async function byKey({ url, key, project, environment, revision }: ByKey): Promise<Declarations> {
  const [datafile, { attributes }, notes, events] = await Promise.all([
    getByKey(`${url}/sdk/v1/datafile`, key, Datafile, revision),
    getByKey(`${url}/sdk/v1/attributes`, key, ProgramAttributes),
    // Older servers do not have this endpoint.
    getByKey(`${url}/sdk/v1/flags`, key, FlagNotes).then(
      ({ flags }) => flags,
      () => [],
    ),
    getByKey(`${url}/sdk/v1/events`, key, ProgramEvents).then(
      (answer) => answer.events,
      () => [],
    ),
  ])
  // A key grants access to one environment, so another name would be silently ignored.
  const differs = [
    ...(project !== undefined && project !== datafile.project ? [`--project ${plain(project)}`] : []),
    ...(environment !== undefined && environment !== datafile.environment
      ? [`--environment ${plain(environment)}`]
      : []),
  ]
  if (differs.length === 0) return { datafile, attributes, notes, events }
  const place = `${datafile.project}, ${datafile.environment}`
  throw new UsageError(`The key is for ${place}, not for ${differs.join(' ')}. Leave that out, or use a key of it.`)
}

/**
 * Fetches a URL with a server key and validates the response. Throws a `CliError` with advice if it is not as expected.
 */
export async function getByKey<T>(address: string, key: string, schema: z.ZodType<T>, revision?: number): Promise<T> {
  let response: Response
  try {
    response = await fetch(address, {
      headers: { authorization: `Bearer ${key}`, ...(revision === undefined ? {} : atRevision(revision)) },
      signal: AbortSignal.timeout(10_000),
    })
  } catch (cause) {
    throw new CliError(`No response from ${address}. Check that the server is running and --url is correct.`, { cause })
  }
  const body: unknown = await boundedJson(response).catch(() => undefined)
  if (!response.ok) throw new CliError(`${address} responded with ${response.status}: ${sentenceOf(body)}`)
  const answer = schema.safeParse(body)
  if (!answer.success) throw new CliError(`${address} didn’t respond like a Fanion server. Check --url.`)
  return answer.data
}

function sentenceOf(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : 'no reason given.'
}

type ByToken = Extract<Source, { readonly token: string }>

/** The named project, or the only one. */
export async function projectOf({ url, token, project }: { url: string; token: string; project: string | undefined }) {
  const seen = () => callWithTimeout(url, (options) => connect(url, token).projects.list.query(undefined, options))
  return project ?? only('project', '--project', await seen())
}

/** The named project and environment, or the only ones. */
export async function placeOf({ url, token, ...named }: ByToken): Promise<{ project: string; environment: string }> {
  const api = connect(url, token)
  const project = await projectOf({ url, token, project: named.project })
  const inIt = () => callWithTimeout(url, (options) => api.environments.list.query({ project }, options))
  return { project, environment: named.environment ?? only('environment', '--environment', await inIt()) }
}

async function byToken(source: ByToken): Promise<Declarations> {
  const { url, token } = source
  const { project, environment } = await placeOf(source)
  const api = connect(url, token)
  const [datafile, attributes, notes, events] = await Promise.all([
    callWithTimeout(url, (options) => api.history.asOf.query({ project, environment }, options)),
    callWithTimeout(url, (options) => api.attributes.list.query({ project }, options)),
    api.insights.notes.query({ project }).then(
      ({ flags }) => flags,
      () => [],
    ),
    api.events.list.query({ project }).then(
      (list) => list.filter(({ archivedAt }) => archivedAt === null),
      () => [],
    ),
  ])
  return { datafile, attributes, notes, events }
}

/** The key of the only item. Throws a `CliError` that lists the choices if there are several. */
function only(noun: string, option: string, list: readonly { key: string }[]): string {
  const [first, ...others] = list.map(({ key }) => key)
  if (first === undefined)
    throw new CliError(`You don’t have access to any ${noun} here. Ask an admin for an invitation.`)
  if (others.length === 0) return first
  throw new CliError(`Choose the ${noun}: ${[first, ...others].map((key) => `${option} ${key}`).join(', ')}`)
}
