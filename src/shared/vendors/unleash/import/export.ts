import { type Fields, isFields, listed, textOf } from '../../importing/assembly.ts'

/** The export of a project (`features-batch/export`), or the older state of a whole server, versions 3 and 4. */
export const isExport = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value['featureStrategies']) && Array.isArray(value['featureEnvironments'])

/** The environments that an export is of: one of a project's export, all of a server's state. */
export const environmentsOfExport = (value: Fields): string[] => {
  const names = listed(value['featureEnvironments']).flatMap(({ environment }) => textOf(environment) ?? [])
  return names.length === 0 ? ['default'] : [...new Set(names)]
}

/** The segments with their constraints, which a server's state has and a project's export lacks; null if they are missing. */
export const segmentsOfExport = (value: Fields, known: readonly Fields[]): readonly Fields[] | null => {
  if (known.length > 0) return known
  const own = listed(value['segments'])
  return own.every(({ constraints }) => Array.isArray(constraints)) ? own : null
}

/** The ids of the segments of a strategy: with the strategy, or in a list of their own in a server's state. */
const segmentIdsOf = (value: Fields, { id, segments }: Fields): unknown =>
  segments ??
  listed(value['featureStrategySegments'])
    .filter(({ featureStrategyId }) => featureStrategyId === id)
    .map(({ segmentId }) => segmentId)

/** One environment of an export in the form of what the SDKs download. */
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
        // the server omits disabled strategies, and a feature whose strategies are all disabled has none for the SDKs
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
