import type { Experiment } from '../../shared/features/experiments/schemas/experiment.ts'
import { experimentStateText } from '../../shared/features/experiments/schemas/experiment-acts.ts'
import type { ExperimentResults } from '../../shared/features/experiments/schemas/experiment-results.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { placeOf } from './read-declarations.ts'
import { shown } from './shown.ts'
import { findToken } from './source.ts'

type Place = { api: ReturnType<typeof connect>; url: string; project: string }

const acts = ['list', 'status', 'start', 'stop', 'report'] as const

/** Runs `fanion experiment`: lists, starts and stops experiments, shows their status, and writes reports. */
export async function experiment(asked: CommandInput): Promise<CommandOutput> {
  const { url, values, args } = asked
  const act = acts.find((one) => one === args[0])
  if (!act) throw new UsageError(`fanion experiment ${shown(args[0] ?? '')} is no command; use ${acts.join(', ')}.`)
  const token = findToken(asked)
  if (!token)
    throw new CliError(`Sign in with: fanion login --role publisher --url ${url}   For a CI, set FANION_TOKEN.`)
  const { project } = await placeOf({ url, token, project: values.project, environment: values.environment })
  const place = { api: connect(url, token), url, project }
  if (act === 'list') return list(place)
  const key = args[1]
  if (key === undefined) throw new UsageError(`Say which: fanion experiment ${act} <experiment>`)
  if (act === 'start') return start(place, key)
  if (act === 'stop') return stop(place, key, values.how)
  if (act === 'report') return report(place, key)
  return status(place, await get(place, key))
}

const get = ({ api, url, project }: Place, key: string): Promise<Experiment> =>
  ask(url, (options) => api.experiments.get.query({ project, experiment: key }, options))

async function list({ api, url, project }: Place): Promise<CommandOutput> {
  const { experiments, next } = await ask(url, (options) =>
    api.experiments.list.query({ project, limit: 200 }, options),
  )
  const lines = experiments.map(
    ({ key, environment, flag, state }) => `${key}: ${experimentStateText[state]}, ${flag} in ${environment}`,
  )
  const text = lines.length === 0 ? 'There are no experiments.' : lines.join('\n')
  return { text: next === null ? text : `${text}\n…`, json: experiments }
}

async function status(place: Place, one: Experiment): Promise<CommandOutput> {
  const head = `${one.name} is ${experimentStateText[one.state]}: ${one.flag} in ${one.environment}`
  if (one.run === null) return { text: head, json: { experiment: one, results: null } }
  const { api, url, project } = place
  const input = { project, experiment: one.key }
  const results = await ask(url, (options) => api.experiments.results.query(input, options))
  return { text: [head, ...linesOf(results)].join('\n'), json: { experiment: one, results } }
}

function linesOf({ results, samples, plan, looks, nextLookAt }: ExperimentResults): string[] {
  const people = `People: ${plan.arms.map(({ variant }, at) => `${samples.observed[at] ?? 0} ${variant}`).join(', ')}`
  if (samples.off)
    return [people, 'People came to the arms otherwise than planned, beyond chance: read no results yet.']
  const share = (value: number) => `${value < 0 ? '' : '+'}${(value * 100).toFixed(1)} %`
  const lines = results.map(({ metric, arm, verdict, lift, liftInterval }) => {
    const band = liftInterval ? ` (${share(liftInterval[0])} to ${share(liftInterval[1])})` : ''
    return `${metric}, ${arm}: ${verdict}${lift === null ? '' : `, ${share(lift)}${band}`}`
  })
  const next = nextLookAt === null ? 'no further ones' : `the next at ${nextLookAt}`
  return [people, ...lines, `Looks so far: ${looks}, ${next}`]
}

/** Saves the change that starts an experiment, and publishes it if no approval is required. */
async function start(place: Place, key: string): Promise<CommandOutput> {
  const { api, url, project } = place
  const one = await get(place, key)
  const environments = await ask(url, (options) => api.environments.list.query({ project }, options))
  const there = environments.find((environment) => environment.key === one.environment)
  const proposal = { project, experiment: key, base: there?.revision ?? 0 }
  const { number: change } = await ask(url, (options) =>
    one.state === 'draft'
      ? api.experiments.start.mutate(proposal, options)
      : api.experiments.again.mutate(proposal, options),
  )
  if ((there?.requiredApprovals ?? 0) > 0) {
    await ask(url, (options) => api.changes.requestReview.mutate({ project, change }, options))
    return { text: `Change ${change} waits for approval; it starts the experiment.`, json: { change, started: false } }
  }
  await ask(url, (options) => api.changes.publish.mutate({ project, change }, options))
  return status(place, await get(place, key))
}

async function stop({ api, url, project }: Place, key: string, how = 'as-before'): Promise<CommandOutput> {
  if (how !== 'as-before' && how !== 'as-it-is')
    throw new UsageError(`--how is ${shown(how)}; use as-before or as-it-is.`)
  const stopped = await ask(url, (options) => api.experiments.stop.mutate({ project, experiment: key, how }, options))
  return { text: `${stopped.name} is ${experimentStateText[stopped.state]}.`, json: stopped }
}

async function report({ api, url, project }: Place, key: string): Promise<CommandOutput> {
  const found = await ask(url, (options) => api.experiments.report.query({ project, experiment: key }, options))
  return { text: JSON.stringify(found, null, 2), json: found }
}
