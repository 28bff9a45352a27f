import type { GuardSource, SaveGuardSourceInput } from '../../shared/features/ramps/schemas/guard.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { projectOf } from './read-declarations.ts'
import { shown } from './shown.ts'
import { findToken } from './source.ts'

const acts = ['list', 'save', 'test', 'new-secret', 'remove'] as const

/**
 * Runs `fanion source`: lists, saves, tests and removes the systems that ramp guards query. Secrets come from the
 * environment (FANION_SOURCE_SECRET), never from the command line, where other users can read them.
 */
export async function guardSource(asked: CommandInput): Promise<CommandOutput> {
  const { url, values, args, env } = asked
  const [word = '', key = ''] = args
  const act = acts.find((one) => one === word)
  if (!act) throw new UsageError(`fanion source ${shown(word)} is no command; use ${acts.join(', ')}.`)
  const token = findToken(asked)
  if (!token) {
    throw new CliError(`This takes an API token: FANION_TOKEN, or --token. Create one at ${url}/me/tokens`)
  }
  const project = await projectOf({ url, token, project: values.project })
  const { guardSources: api } = connect(url, token)
  if (act === 'list') return listed(await ask(url, (options) => api.list.query({ project }, options)))
  if (key === '') throw new UsageError(`Say which source: fanion source ${act} prometheus`)
  if (act === 'save') {
    const { kind, address } = values
    if ((kind !== 'prometheus' && kind !== 'verdict') || address === undefined) {
      throw new UsageError('Give its kind and address: --kind prometheus --address https://prometheus.example.com')
    }
    const secret = env['FANION_SOURCE_SECRET']
    const source: SaveGuardSourceInput = { project, key, kind, url: address, ...(secret !== undefined && { secret }) }
    return listed(await ask(url, (options) => api.save.mutate(source, options)))
  }
  if (act === 'test') {
    const answer = await ask(url, (options) => api.test.mutate({ project, key }, options))
    return { text: `${key}: ${answer.text} (${answer.ms} ms)`, json: answer, found: !answer.ok }
  }
  if (act === 'new-secret') {
    const { secret } = await ask(url, (options) => api.renewSecret.mutate({ project, key }, options))
    return { text: secret, json: { key, secret } }
  }
  const there = await ask(url, (options) => api.list.query({ project }, options))
  const using = there.find((one) => one.key === key)?.usedBy ?? []
  if (using.length > 0 && values.apply === undefined) {
    const names = using.map(({ ramp, flag, environment }) => `ramp ${ramp} of ${flag} in ${environment}`).join(', ')
    throw new UsageError(`${key} is queried by ${names}, which can’t continue without it. Use --apply to remove it.`)
  }
  return listed(await ask(url, (options) => api.remove.mutate({ project, key }, options)))
}

const listed = (sources: GuardSource[]): CommandOutput => ({
  text: sources.map((one) => lineOf(one)).join('\n') || 'There are no sources for guards.',
  json: sources,
})

const lineOf = ({ key, kind, url, hasSecret, usedBy }: GuardSource): string => {
  const asking = usedBy.map(({ ramp }) => ramp).join(', ')
  return `${key}: ${kind} at ${url}${hasSecret ? ', with a secret' : ''}${asking === '' ? '' : `; asked by ramp ${asking}`}`
}
