import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput } from './command.ts'
import { findCredential } from './credentials.ts'
import type { Source } from './read-declarations.ts'
import { shown } from './shown.ts'

/** Rejects keys that are not valid in a header. They would fail later with a less helpful message. */
const printable = (secret: string, from: string): string => {
  if (/^[\x21-\x7e]{1,500}$/.test(secret)) return secret
  throw new UsageError(`${from} isn’t a key: keys are one word of letters, digits and signs.`)
}

/** The API token: from the option or the environment, otherwise the stored one. */
export function findToken({ url, values, env }: CommandInput): string | undefined {
  if (values.token) return printable(values.token, '--token')
  if (env['FANION_TOKEN']) return printable(env['FANION_TOKEN'], 'FANION_TOKEN')
  return findCredential(env, url)?.token
}

const revisionOf = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--revision is ${shown(text)}; use a number such as 42.`)
}

/**
 * Where to read flags. A key takes precedence over a token, and an option over environment variables and stored
 * credentials.
 */
export function sourceOf(asked: CommandInput): Source {
  const { url, values, env } = asked
  const named = {
    project: values.project,
    environment: values.environment,
    revision: values.revision === undefined ? undefined : revisionOf(values.revision),
  }
  if (values.key && values.token) throw new UsageError('Use --key or --token, not both.')
  if (values.key) return { url, key: printable(values.key, '--key'), ...named }
  if (!values.token && env['FANION_KEY']) return { url, key: printable(env['FANION_KEY'], 'FANION_KEY'), ...named }
  const token = findToken(asked)
  if (token) return { url, token, ...named }
  throw new CliError(
    `Sign in with: fanion login --url ${url}   For a CI, pass a server key: --key fan_srv_… or FANION_KEY.`,
  )
}
