/** The fields of Unleash's features that exports contain, as its backend SDKs read them. */
export interface UnleashConstraint {
  contextName: string
  operator: string
  values?: string[]
  value?: string
  inverted: boolean
  caseInsensitive: boolean
}

export interface UnleashVariant {
  name: string
  weight: number
  stickiness: string
  payload?: { type: string; value: string }
}

export interface UnleashStrategy {
  name: string
  parameters: Record<string, string>
  constraints: UnleashConstraint[]
  variants: UnleashVariant[]
}

export interface UnleashDependency {
  feature: string
  enabled?: boolean
  variants?: string[]
}

/** A condition that is a strategy's own, with name and parameters. A strategy has only one. */
export interface Predicate {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
}

/** The minimum version of Unleash's client specification that supports a field: major version times 100, plus minor. */
export const since = {
  operators: 401,
  strategyVariants: 403,
  dependencies: 405,
  regex: 600,
  networks: 601,
} as const
