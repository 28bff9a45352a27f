import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { type FlagScope, type Format, servedName } from '../../exporting/format-support.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { dependenciesOf } from './dependency.ts'
import { type Conjunction, disjunction, type Formula, mostStrategies } from './formula.ts'
import { since, type UnleashStrategy, type UnleashVariant } from './model.ts'
import { formulaOf } from './select.ts'
import { type Draw, givenBy, type UnleashServe } from './serve.ts'

/**
 * Unleash: the first strategy that matches enables the feature and selects the variant. A rule becomes one strategy for
 * each alternative of its condition. A rule that serves "off" is negated in all strategies after it. A feature without
 * strategies would be on, so it is disabled instead.
 */
export const unleash: Format = {
  say: (scope) => {
    const { flag } = scope
    refuseOther(flag)
    const name = servedName(flag)
    const base = { name, type: 'release', stale: false, impressionData: false, project: 'default' }
    // Safe cast: built from JSON values only.
    const made = (enabled: boolean, rest: object = {}) =>
      ({
        ...base,
        enabled,
        strategies: [{ name: 'default', parameters: {}, constraints: [], variants: [] }],
        variants: [],
        ...rest,
      }) as unknown as Json
    const parents = dependenciesOf(scope)
    const off = offOf(scope)
    if (off && (flag.prerequisites.length > 0 || flag.requires !== undefined)) notReadable('prerequisite-off')
    if (!flag.on) return made(off)
    if (parents === null) return made(false)
    const strategies = strategiesOf(scope)
    const dependencies = parents.length === 0 ? {} : { dependencies: parents }
    if (parents.length > 0) scope.since(since.dependencies)
    if (strategies.length === 0) return made(false, dependencies)
    return made(true, { ...written(strategies, name, scope), ...dependencies })
  },
}

/** Rejects fields that only flags of other vendors have. */
const refuseOther = (flag: FlagDocument): void => {
  if (flag.order !== undefined && flag.order !== 'prerequisites,state') notReadable('other-vendor')
  if (flag.order === undefined && flag.requires !== undefined) notReadable('other-vendor')
  for (const { pre, sticky, onUnknown, gate, onGateMiss } of flag.rules)
    if ([pre, sticky, onUnknown, gate, onGateMiss].some((field) => field !== undefined)) notReadable('other-vendor')
}

/** Whether the feature is on while the flag is off: the off value of a boolean may be true. */
const offOf = (scope: FlagScope): boolean => {
  const { flag } = scope
  if (flag.off !== undefined) {
    const given = givenBy(flag.off, scope)
    return given.enabled ? notReadable('other-vendor') : false
  }
  return flag.type === 'boolean' && flag.offVariant !== null && flag.variants[flag.offVariant] === true
}

/** A strategy before it is written: its conditions and its variants. */
interface Planned {
  readonly asks: Conjunction
  readonly draw: Draw | null
}

const strategiesOf = (scope: FlagScope): Planned[] => {
  const { flag } = scope
  const refused: Formula[] = []
  const planned: Planned[] = []
  const add = (when: Formula, given: UnleashServe) => {
    if (!given.enabled) return void refused.push({ not: when })
    for (const asks of disjunction({ all: [when, ...refused] })) planned.push({ asks, draw: given.draw })
    if (planned.length > mostStrategies) notReadable('too-large')
  }
  for (const { when, serve } of flag.rules) add(formulaOf(when, scope), givenBy(serve, scope))
  add(true, givenBy(flag.otherwise, scope))
  return planned
}

/**
 * Writes the strategies. Variants belong to their strategy and are bucketed by its group. If they are hashed by another
 * group, they belong to the feature, which buckets by its name.
 */
const written = (
  planned: readonly Planned[],
  name: string,
  scope: FlagScope,
): { strategies: UnleashStrategy[]; variants: UnleashVariant[] } => {
  const shared = planned.filter((strategy) => needsFeature(strategy)).map(({ draw }) => draw)
  const [feature = null] = shared
  if (feature !== null) {
    const alike = shared.every((draw) => JSON.stringify(draw) === JSON.stringify(feature))
    if (!alike || feature.groupId !== name || planned.some(({ draw }) => draw === null)) notReadable('other-vendor')
  }
  const strategies = planned.map((strategy): UnleashStrategy => {
    const { asks, draw } = strategy
    const own = draw !== null && !needsFeature(strategy) ? draw : null
    if (own !== null) scope.since(since.strategyVariants)
    const { name = 'default', parameters = {} } = asks.predicate ?? {}
    return {
      name,
      parameters: parametersOf(parameters, own),
      constraints: [...asks.constraints],
      variants: [...(own?.variants ?? [])],
    }
  })
  return { strategies, variants: [...(feature?.variants ?? [])] }
}

/** The text that SDKs hash if a strategy has no group. */
const noGroup = 'undefined'

/** Whether a strategy's variants are bucketed by another group than its rollout. */
const needsFeature = ({ asks, draw }: Planned): boolean => {
  const rollout = asks.predicate?.parameters['groupId']
  if (draw === null || draw.groupId === null || rollout === undefined || rollout === draw.groupId) return false
  return !(draw.groupId === noGroup && rollout === '')
}

/** The parameters of a predicate, with the group that its variants are bucketed by. */
const parametersOf = (asked: Readonly<Record<string, string>>, own: Draw | null): Record<string, string> => {
  if (own === null || own.groupId === null) return { ...asked }
  const { groupId: _, ...rest } = asked
  return own.groupId === noGroup ? rest : { ...rest, groupId: own.groupId }
}
