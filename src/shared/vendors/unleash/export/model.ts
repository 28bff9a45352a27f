/** Unleash's feature as its backend SDKs read it, as far as readings write it. */
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

/** What is asked of a context besides constraints, of which a strategy has one: its name and its parameters. */
export interface Predicate {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
}

/** The least version of Unleash's client specification with a thing: its major version times a hundred, plus the minor. */
export const since = {
  operators: 401,
  strategyVariants: 403,
  dependencies: 405,
  regex: 600,
  networks: 601,
} as const
