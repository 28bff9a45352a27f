import type { AttributeType } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { EnvironmentHead, ProjectState } from '../../../shared/flag-files/export.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput } from '../command.ts'
import { callWithTimeout as ask, connect } from '../connect.ts'
import { projectOf } from '../read-declarations.ts'
import { findToken } from '../source.ts'

/** A project with its API client and current state. */
export type ReadProject = {
  readonly api: ReturnType<typeof connect>
  readonly project: string
  readonly state: ProjectState
  readonly attributes: Readonly<Record<string, AttributeType>>
}

/** Timeout for reading all documents of an environment, in milliseconds. */
const answerMs = 60_000

/** Makes an API call with a longer timeout, because it involves all flags of a project. */
export const callForWholeProject = <T>(
  url: string,
  call: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> => ask(url, () => call({ signal: AbortSignal.timeout(answerMs) }))

/** The error for callers without a token. */
export const signInFirst = (url: string): CliError =>
  new CliError(`Sign in with: fanion login --role publisher --url ${url}   For a CI, set FANION_TOKEN.`)

/** Reads a project with everything that is published in it. */
export async function readProject(asked: CommandInput): Promise<ReadProject> {
  const { url, values } = asked
  const token = findToken(asked)
  if (token === undefined) throw signInFirst(url)
  const project = await projectOf({ url, token, project: values.project })
  const api = connect(url, token)
  const ground = await callForWholeProject(url, (options) => api.files.ground.query({ project }, options))
  const attributes = await ask(url, (options) => api.attributes.list.query({ project }, options))
  const heads = await Promise.all(
    ground.environments.map(
      async ({ key: environment }): Promise<[string, EnvironmentHead]> => [
        environment,
        await callForWholeProject(url, (options) => api.history.asOf.query({ project, environment }, options)),
      ],
    ),
  )
  return {
    api,
    project,
    state: { ...ground, heads: Object.fromEntries(heads) },
    attributes: Object.fromEntries(attributes.map(({ name, type }) => [name, type])),
  }
}
