import type { Ramp } from '../../shared/features/ramps/schemas/ramp.ts'
import { rampStateText } from '../../shared/features/ramps/schemas/ramp-acts.ts'
import { percent } from '../../shared/text/rules/percent.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput, CommandOutput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { flagOf } from './flag-of.ts'
import { placeOf, readDeclarations } from './read-declarations.ts'
import { shown } from './shown.ts'
import { findToken } from './source.ts'

type Api = ReturnType<typeof connect>

/** The server and the flag that a command acts on. */
type Place = { api: Api; url: string; token: string; project: string; environment: string; flag: string }

const acts = ['start', 'status', 'pause', 'resume', 'go-on', 'back', 'wait'] as const
type Act = (typeof acts)[number]

/** Poll interval of `wait` in milliseconds. */
const lookEveryMs = 2_000

/** Runs `fanion ramp`: starts, watches and stops the ramp of a flag in one environment. */
export async function ramp(asked: CommandInput): Promise<CommandOutput> {
  const { url, values, args } = asked
  const act = acts.find((one) => one === args[0])
  if (!act) throw new UsageError(`fanion ramp ${shown(args[0] ?? '')} is no command; use ${acts.join(', ')}.`)
  const token = findToken(asked)
  if (!token) {
    throw new CliError(`Sign in with: fanion login --role publisher --url ${url}   For a CI, set FANION_TOKEN.`)
  }
  const source = { url, token, project: values.project, environment: values.environment }
  const place: Place = { api: connect(url, token), url, token, flag: args[1] ?? '', ...(await placeOf(source)) }
  if (act === 'start') return start(place, values)
  const ramp = await currentRampOf(place)
  return act === 'wait' ? wait(place, ramp, asked.say) : answer(await performRampAct(place, act, ramp))
}

function performRampAct(
  { api, url, project }: Place,
  act: Exclude<Act, 'start' | 'wait'>,
  seen: RampVersion,
): Promise<Ramp> {
  const it = { project, ramp: seen.number }
  const widening = { ...it, version: seen.version }
  const calls: Record<typeof act, (options: { signal: AbortSignal }) => Promise<Ramp>> = {
    status: (options) => api.ramps.get.query(it, options),
    pause: (options) => api.ramps.pause.mutate(it, options),
    resume: (options) => api.ramps.resume.mutate(widening, options),
    'go-on': (options) => api.ramps.goOn.mutate(widening, options),
    back: (options) => api.ramps.rollBack.mutate(it, options),
  }
  return ask(url, calls[act])
}

async function start(place: Place, { plan = 'careful', to, rule }: CommandInput['values']): Promise<CommandOutput> {
  const { api, url, project, environment, flag } = place
  const plans = await ask(url, (options) => api.rampPlans.list.query({ project }, options))
  const kept = plans.find(({ name }) => name === plan)
  if (!kept) throw new UsageError(`--plan is ${shown(plan)}; use ${plans.map(({ name }) => name).join(', ')}.`)
  const { datafile } = await readDeclarations(place)
  const { variants } = flagOf(datafile, flag)
  if (to === undefined) throw new UsageError(`Say to which variant: --to ${Object.keys(variants).join('|')}`)
  const { name: _name, ...times } = kept
  const proposal = { project, environment, flag, base: datafile.revision, plan: { rule: rule ?? null, to, ...times } }
  const { number: change } = await ask(url, (options) => api.ramps.propose.mutate(proposal, options))
  const environments = await ask(url, (options) => api.environments.list.query({ project }, options))
  if (environments.some(({ key, requiredApprovals }) => key === environment && requiredApprovals > 0)) {
    await ask(url, (options) => api.changes.requestReview.mutate({ project, change }, options))
    return { text: `Change ${change} waits for approval; it starts the ramp.`, json: { change, started: false } }
  }
  await ask(url, (options) => api.changes.publish.mutate({ project, change }, options))
  return answer(await performRampAct(place, 'status', await currentRampOf(place)))
}

/** Watches a ramp until it ends or stops advancing. */
async function wait(place: Place, ramp: RampVersion, say: (text: string) => void): Promise<CommandOutput> {
  let last = ''
  for (;;) {
    const now = await performRampAct(place, 'status', ramp)
    const line = lineOf(now)
    if (line !== last) say(line)
    last = line
    if (now.state === 'completed') return answer(now)
    if (now.state === 'paused' || now.state === 'waiting') return { ...answer(now), exit: 2 }
    if (now.endedAt !== null) return { ...answer(now), found: true }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

type RampVersion = Pick<Ramp, 'number' | 'version'>

/** Returns the flag’s open ramp, of which there is at most one, or its newest ramp. */
async function currentRampOf({ api, url, project, environment, flag }: Place): Promise<RampVersion> {
  const { ramps } = await ask(url, (options) => api.ramps.list.query({ project, environment, flag }, options))
  const one = ramps.find(({ state, endedAt }) => endedAt === null && state !== 'proposed') ?? ramps[0]
  if (one) return one
  throw new CliError(`${flag} has no ramp in ${project}, ${environment}. Start one with: fanion ramp start ${flag}`)
}

const answer = (ramp: Ramp): CommandOutput => ({ text: lineOf(ramp), json: ramp })

function lineOf({ number, flag, environment, state, plan, step, held, why, dueAt }: Ramp): string {
  const share = percent(plan.steps[step]?.share ?? 0)
  const reason = held ?? why
  const next = state === 'running' && dueAt !== null ? `, next step at ${dueAt}` : ''
  const at = `${plan.to} at ${share}, step ${step + 1} of ${plan.steps.length}${next}`
  return `Ramp ${number} of ${flag} in ${environment} is ${rampStateText[state]}: ${at}${reason === null ? '' : ` (${reason})`}`
}
