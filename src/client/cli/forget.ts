import { counted } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { projectOf } from './read-declarations.ts'
import { findToken } from './source.ts'

/**
 * Runs `fanion forget`: deletes everything measured about one user in all environments of a project, only with
 * `--apply`. The user’s key is neither printed nor stored.
 */
export async function forget(asked: CommandInput): Promise<CommandOutput> {
  const { url, values, args } = asked
  const token = findToken(asked)
  if (!token)
    throw new CliError(`This takes an admin’s API token: FANION_TOKEN, or --token. Create one at ${url}/me/tokens`)
  const project = await projectOf({ url, token, project: values.project })
  if (values.apply === undefined) {
    const what = `Deletes every event and exposure of this person in ${project}, for good.`
    throw new UsageError(`${what} Say --apply to do it.`)
  }
  const unit = args[0] ?? ''
  const by = values.by === undefined ? {} : { by: values.by }
  const api = connect(url, token)
  const { events, exposures } = await ask(url, (options) => api.units.forget.mutate({ project, unit, ...by }, options))
  const text = `Deleted ${counted(events, 'event')} and ${counted(exposures, 'exposure')} in ${project}.`
  return { text, json: { project, events, exposures } }
}
