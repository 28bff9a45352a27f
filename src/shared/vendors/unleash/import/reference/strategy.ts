import type { UnleashParameters, UnleashStrategy } from '../config.ts'
import { constraintHolds } from './constraint.ts'
import { contextText, type Scope, textOf } from './scope.ts'

/** Whether a strategy matches: its constraints, those of its segments, and its own rule. */
export const strategyHolds = (scope: Scope, strategy: UnleashStrategy): boolean => {
  const rule = rules[strategy.name]
  if (rule === undefined) return false
  const segments = (strategy.segments ?? []).map((id) => scope.config.segments?.find((segment) => segment.id === id))
  return (
    (strategy.constraints ?? []).every((constraint) => constraintHolds(scope, constraint)) &&
    segments.every((segment) => segment?.constraints?.every((one) => constraintHolds(scope, one)) ?? segment != null) &&
    rule(scope, strategy.parameters ?? {})
  )
}

type Rule = (scope: Scope, parameters: UnleashParameters) => boolean

const listOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? value.split(/\s*,\s*/) : [])

const groupOf = (parameters: UnleashParameters): string => String(parameters['groupId'] || '')

const rolledOut = (scope: Scope, groupId: string, unit: unknown, percentage: number): boolean =>
  percentage > 0 && (scope.tools.murmur3(`${groupId}:${textOf(unit)}`, 0) % 100) + 1 <= percentage

/** A random decision, different on each call. 0 and 100 % are certain. */
const byChance = (scope: Scope, percentage: number): boolean => {
  scope.random ||= percentage >= 1 && percentage < 100
  return percentage >= 100
}

const flexible: Rule = (scope, parameters) => {
  const percentage = Number(parameters['rollout'])
  const stickiness = parameters['stickiness'] || 'default'
  const { userId, sessionId } = scope.context
  const unit = stickiness === 'default' ? userId || sessionId : contextText(scope.context, String(stickiness))
  if (stickiness === 'random' || (stickiness === 'default' && !unit)) return byChance(scope, percentage)
  return unit ? rolledOut(scope, groupOf(parameters), unit, percentage) : false
}

const gradual =
  (field: string): Rule =>
  (scope, parameters) => {
    const unit = scope.context[field]
    return unit ? rolledOut(scope, groupOf(parameters), unit, Number(parameters['percentage'])) : false
  }

const rules: Readonly<Record<string, Rule>> = {
  default: () => true,
  userWithId: ({ context }, parameters) => {
    const { userId } = context
    return typeof userId === 'string' && listOf(parameters['userIds']).includes(userId)
  },
  flexibleRollout: flexible,
  gradualRolloutUserId: gradual('userId'),
  gradualRolloutSessionId: gradual('sessionId'),
  gradualRolloutRandom: (scope, parameters) => byChance(scope, Number(parameters['percentage'])),
  remoteAddress: ({ context, tools }, parameters) => {
    const { remoteAddress } = context
    return (
      typeof remoteAddress === 'string' &&
      listOf(parameters['IPs']).some((range) => range === remoteAddress || tools.inNetwork(remoteAddress, range, false))
    )
  },
}
