/** The fields of LaunchDarkly's flags and segments that exports contain, as its server-side SDKs read them. */
export interface LdClause {
  attribute: string
  contextKind?: string
  op: string
  values: unknown[]
  negate: boolean
}

export interface LdWeighted {
  variation: number
  weight: number
  untracked?: true
}

export interface LdServe {
  variation?: number
  rollout?: {
    kind?: 'experiment'
    contextKind?: string
    bucketBy?: string
    seed?: number
    variations: LdWeighted[]
  }
}

export interface LdSegmentRule {
  id: string
  clauses: LdClause[]
  weight?: number
  bucketBy?: string
  rolloutContextKind?: string
}

export interface LdTarget {
  contextKind: string
  values: string[]
}

export interface LdSegment {
  key: string
  included: string[]
  excluded: string[]
  includedContexts: LdTarget[]
  excludedContexts: LdTarget[]
  rules: LdSegmentRule[]
  salt: string
}
