import { type Fields, isFields, listed, textOf } from '../../importing/assembly.ts'

/** The export of a project (`features-batch/export`), or the older state of a whole server, versions 3 and 4. */
export const isExport = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value['featureStrategies']) && Array.isArray(value['featureEnvironments'])

/** The environments of an export: one for a project's export, all for a server's state. */
export const environmentsOfExport = (value: Fields): string[] => {
  const names = listed(value['featureEnvironments']).flatMap(({ environment }) => textOf(environment) ?? [])
  return names.length === 0 ? ['default'] : [...new Set(names)]
}

/**
 * The segments with their constraints. A server's state contains them, a project's export does not. Null if they are
 * missing.
 */
export const segmentsOfExport = (value: Fields, known: readonly Fields[]): readonly Fields[] | null => {
  if (known.length > 0) return known
  const own = listed(value['segments'])
  return own.every(({ constraints }) => Array.isArray(constraints)) ? own : null
}

/** The segment ids of a strategy: in the strategy, or in a separate list of a server's state. */
const segmentIdsOf = (value: Fields, { id, segments }: Fields): unknown =>
  segments ??
  listed(value['featureStrategySegments'])
    .filter(({ featureStrategyId }) => featureStrategyId === id)
    .map(({ segmentId }) => segmentId)

/** Converts one environment of an export to the form of the SDKs' payload. */
export const configOfExport = (value: Fields, environment: string, segments: readonly Fields[]): unknown => {
  const isThere = (one: Fields) => one['environment'] == null || one['environment'] === environment
  const about = (list: unknown, name: unknown, field = 'featureName') =>
    listed(list).filter((one) => one[field] === name && isThere(one))
  const features = Array.isArray(value['features']) ? (value['features'] as unknown[]) : []
  return {
    features: features
      .filter((feature) => !isFields(feature) || feature['archived'] !== true)
      .map((feature) => {
        if (!isFields(feature)) return feature
        const { name } = feature
        const [there] = about(value['featureEnvironments'], name)
        const [needs] = about(value['dependencies'], name, 'feature')
        // The server omits disabled strategies. If all strategies of a feature are disabled, SDKs get none.
        const strategies = about(value['featureStrategies'], name)
          .filter(({ disabled }) => disabled !== true)
          .toSorted((a, b) => Number(a['sortOrder'] ?? 0) - Number(b['sortOrder'] ?? 0))
          .map((strategy) => {
            const { name: ownName, strategyName, parameters, constraints, variants } = strategy
            const kind = ownName ?? strategyName
            return {
              name: kind,
              parameters: {
                ...(kind === 'flexibleRollout' ? { rollout: '100', stickiness: 'default', groupId: name } : {}),
                ...(isFields(parameters) ? parameters : {}),
              },
              constraints: constraints ?? [],
              segments: segmentIdsOf(value, strategy),
              variants: variants ?? [],
            }
          })
        return {
          name,
          enabled: there?.['enabled'] === true,
          strategies,
          variants: there?.['variants'] ?? feature['variants'] ?? [],
          ...(needs === undefined ? {} : { dependencies: needs['dependencies'] }),
        }
      }),
    segments,
  }
}
