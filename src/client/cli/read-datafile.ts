import { Datafile } from '../../shared/schemas/datafile.ts'
import { CliError } from './cli-error.ts'
import { asked, connect } from './connect.ts'

/** Where flags are read: an environment by its server key, or by the token of `fanion login` and its name. */
export type Source =
  | { url: string; key: string }
  | { url: string; token: string; project: string | undefined; environment: string | undefined }

/** The datafile of the environment a source names; a CliError says what to do where it cannot be had. */
export const readDatafile = (source: Source): Promise<Datafile> =>
  'key' in source ? byKey(source.url, source.key) : byToken(source)

async function byKey(url: string, key: string): Promise<Datafile> {
  const address = `${url}/sdk/v1/datafile`
  let response: Response
  try {
    response = await fetch(address, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(10_000),
    })
  } catch (cause) {
    throw new CliError(`There is no answer from ${address}. Is the server running, and is --url right?`, { cause })
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new CliError(`${address} answered ${response.status}: ${sentenceOf(body)}`)
  const datafile = Datafile.safeParse(body)
  if (!datafile.success) throw new CliError(`${address} did not answer with a datafile. Is --url a Fanion server?`)
  return datafile.data
}

function sentenceOf(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : 'no reason given.'
}

type ByToken = Extract<Source, { token: string }>

async function byToken({ url, token, ...named }: ByToken): Promise<Datafile> {
  const api = connect(url, token)
  const seen = () => asked(url, (options) => api.projects.list.query(undefined, options))
  const project = named.project ?? only('project', '--project', await seen())
  const inIt = () => asked(url, (options) => api.environments.list.query({ project }, options))
  const environment = named.environment ?? only('environment', '--environment', await inIt())
  return asked(url, (options) => api.history.asOf.query({ project, environment }, options))
}

/** The key of the only one there is; a CliError names the choices where there are others. */
function only(noun: string, option: string, list: readonly { key: string }[]): string {
  const [first, ...others] = list.map(({ key }) => key)
  if (first === undefined) throw new CliError(`You see no ${noun} here. Ask for an invitation.`)
  if (others.length === 0) return first
  throw new CliError(`Say which ${noun}: ${[first, ...others].map((key) => `${option} ${key}`).join(', ')}`)
}
