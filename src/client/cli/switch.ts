import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { flagOf } from './flag-of.ts'
import { placeOf, readDeclarations } from './read-declarations.ts'
import { findToken } from './source.ts'

/** Turns a flag on or off in one environment and prints the new revision. */
export const setOn =
  (on: boolean) =>
  async (asked: CommandInput): Promise<CommandOutput> => {
    const { url, values } = asked
    if (values.key)
      throw new UsageError('A server key only reads. Give an API token: --token, or fanion login --role publisher')
    const token = findToken(asked)
    if (!token) {
      throw new CliError(`Sign in with: fanion login --role publisher --url ${url}   For a CI, set FANION_TOKEN.`)
    }
    const key = asked.args[0] ?? ''
    const source = { url, token, project: values.project, environment: values.environment }
    const { project, environment } = await placeOf(source)
    const { datafile } = await readDeclarations({ ...source, project, environment })
    const word = on ? 'on' : 'off'
    const place = `${project}, ${environment}`
    if (flagOf(datafile, key).on === on) {
      const text = `${key} is ${word} already in ${place}.`
      return { text, json: { project, environment, flag: key, on, changed: false, revision: datafile.revision } }
    }
    const input = { project, environment, flag: key, on, base: datafile.revision }
    const { number } = await ask(url, (options) => connect(url, token).flags.switch.mutate(input, options))
    const text = `${key} is ${word} in ${place} now (revision ${number}).`
    return { text, json: { project, environment, flag: key, on, changed: true, revision: number } }
  }
