import type { Condition } from '../../../schemas/condition.ts'
import { reportEncoding } from '../../importing/encoding.ts'
import { contextValueOf, fieldOf, fieldPaths } from './attribute.ts'
import type { UnleashParameters, UnleashStrategy } from './config.ts'
import { type Line, pointOf, randomPoint, reportRandom } from './point.ts'
import { nobody, type UnleashScope } from './scope.ts'

type Predicate = (scope: UnleashScope, parameters: UnleashParameters) => Condition

/**
 * Whether SDKs read the parameters of a strategy. `default` reads them only for its variants; unknown strategies never.
 */
export const readsParameters = ({ name, variants }: UnleashStrategy): boolean =>
  name === 'default' ? (variants ?? []).length > 0 : predicates.has(name)

/**
 * The strategy's own condition, without its constraints and segments. A custom strategy is code, so it never matches.
 */
export const predicateOf = (scope: UnleashScope, strategy: UnleashStrategy): Condition => {
  const predicate = predicates.get(strategy.name)
  if (predicate !== undefined) return predicate(scope, strategy.parameters ?? {})
  const cure = 'Replace it with constraints or keep this flag in Unleash.'
  const message = `Strategy ${strategy.name} runs custom code in your SDK. It was imported as never matching. ${cure}`
  scope.report('block', 'name', message)
  return nobody
}

const listOf = (value: UnleashParameters[string] | undefined): string[] => (value ? String(value).split(/\s*,\s*/) : [])

const lineOf = (parameters: UnleashParameters): Line => ({
  groupId: String(parameters['groupId'] || ''),
  seed: 0,
  total: 100,
})

const upTo = (percentage: number, point: ReturnType<typeof pointOf>): Condition => ({
  within: { point, hi: percentage, bounds: '[]' },
})

/** `said` is false if only users without an id are assigned at random: an ordinary rollout needs no finding. */
const byChance = (scope: UnleashScope, line: Line, percentage: number, said = true): Condition => {
  if (percentage >= line.total) return true
  if (said) reportRandom(scope, 'parameters')
  return upTo(percentage, randomPoint(scope, line))
}

/** `default` stickiness: user id, else session id, else random. */
const ownOrSession = { firstOf: [...fieldPaths('userId'), ...fieldPaths('sessionId')], skip: 'falsy' as const }

const flexibleRollout: Predicate = (scope, parameters) => {
  const percentage = Number(parameters['rollout'])
  const stickiness = String(parameters['stickiness'] || 'default')
  const line = lineOf(parameters)
  reportEncoding(scope.report, 'parameters.groupId', line.groupId)
  if (!(percentage > 0)) return nobody
  if (stickiness === 'random') return byChance(scope, line, percentage)
  if (stickiness !== 'default') return upTo(percentage, pointOf(scope, line, contextValueOf(stickiness), 'nonEmpty'))
  if (percentage >= line.total) return true
  const present: Condition = { read: ownOrSession, test: { op: 'present' } }
  const withUnit = upTo(percentage, pointOf(scope, line, ownOrSession, 'truthy'))
  return { any: [withUnit, { all: [{ not: present }, byChance(scope, line, percentage, false)] }] }
}

const gradualRollout =
  (field: string): Predicate =>
  (scope, parameters) => {
    const percentage = Number(parameters['percentage'])
    const line = lineOf(parameters)
    reportEncoding(scope.report, 'parameters.groupId', line.groupId)
    const unit = { ...fieldOf(field), skip: 'falsy' as const }
    return percentage > 0 ? upTo(percentage, pointOf(scope, line, unit, 'truthy')) : nobody
  }

const remoteAddress: Predicate = (_, parameters) => {
  const ranges = listOf(parameters['IPs'])
  const read = fieldOf('remoteAddress')
  return {
    any: [
      { read, test: { op: 'in.strict', values: ranges } },
      { read, test: { op: 'ip.cidr', values: ranges, v6: false, apart: true } },
    ],
  }
}

const applicationHostname: Predicate = ({ report }, parameters) => {
  const what = 'Targets server host names, which are not part of the evaluation context.'
  report('block', 'name', `${what} Pass \`hostname\` in the context and confirm the generated rule.`)
  const values = listOf(parameters['hostNames']).map((name) => name.toLowerCase())
  return { read: fieldOf('hostname'), test: { op: 'in.text', values, str: 'none', fold: 'lower' } }
}

const predicates: ReadonlyMap<string, Predicate> = new Map<string, Predicate>([
  ['default', () => true],
  [
    'userWithId',
    (_, parameters) => ({
      read: fieldOf('userId'),
      test: { op: 'in.strict', values: listOf(parameters['userIds']) },
    }),
  ],
  ['flexibleRollout', flexibleRollout],
  ['gradualRolloutUserId', gradualRollout('userId')],
  ['gradualRolloutSessionId', gradualRollout('sessionId')],
  [
    'gradualRolloutRandom',
    (scope, parameters) => {
      const percentage = Number(parameters['percentage'])
      return percentage > 0 ? byChance(scope, lineOf(parameters), percentage) : nobody
    },
  ],
  ['remoteAddress', remoteAddress],
  ['applicationHostname', applicationHostname],
])
