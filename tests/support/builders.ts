import type { Condition, Operator, Scalar } from '../../src/shared/schemas/condition.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument, FlagType, Rule } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import type { Part, Serve } from '../../src/shared/schemas/split.ts'

/** A flag builder: a valid document, with methods that return a changed copy. */
export type FlagBuilder = FlagDocument & {
  /** Serves one variant, or a split, if no rule matches. */
  serving(serve: string | Serve): FlagBuilder
  /** Switches the flag off. */
  switchedOff(): FlagBuilder
  /** Serves a variant or a split to contexts that match the condition. Appended to the existing rules. */
  rule(when: Condition, serve: string | Serve): FlagBuilder
  /** Requires another flag to serve one of the variants. */
  requiring(flag: string, ...variants: string[]): FlagBuilder
  /** Replaces fields. */
  with(fields: Partial<FlagDocument>): FlagBuilder
}

const serveOf = (serve: string | Serve): Serve => (typeof serve === 'string' ? { variant: serve } : serve)

/** Methods are not enumerable, so the builder compares, copies and serializes like a plain document. */
const builder = (document: FlagDocument): FlagBuilder => {
  const change = (fields: Partial<FlagDocument>) => builder({ ...document, ...fields })
  const methods = {
    serving: (serve: string | Serve) => change({ otherwise: serveOf(serve) }),
    switchedOff: () => change({ on: false }),
    rule: (when: Condition, serve: string | Serve) => {
      const rule: Rule = { id: `r${document.rules.length + 1}`, when, serve: serveOf(serve) }
      return change({ rules: [...document.rules, rule] })
    },
    requiring: (flag: string, ...variants: string[]) =>
      change({ prerequisites: [...document.prerequisites, { flag, variants }] }),
    with: change,
  }
  const hidden = Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }])
  // Safe cast: TypeScript does not track properties added by defineProperties.
  return Object.defineProperties({ ...document }, Object.fromEntries(hidden)) as FlagBuilder
}

/** A boolean flag that is on and serves `off` to everyone: `aFlag('checkout').serving('on')`. */
export const aFlag = (key = 'checkout'): FlagBuilder =>
  builder({
    key,
    type: 'boolean',
    on: true,
    variants: { on: true, off: false },
    offVariant: 'off',
    prerequisites: [],
    rules: [],
    otherwise: { variant: 'off' },
    salt: key,
    visibleToClients: false,
  })

/** A flag of another type with the given variants, which serves the first one. */
export const aFlagOf = (type: FlagType, variants: Record<string, Json>, key = 'checkout'): FlagBuilder =>
  aFlag(key).with({ type, variants, offVariant: null, otherwise: { variant: Object.keys(variants)[0] ?? '' } })

/** Creates a datafile from documents. */
export const aDatafile = (flags: FlagDocument[], segments: SegmentDocument[] = []): Datafile => ({
  ...{ format: 1, project: 'p', environment: 'e', revision: 1, publishedAt: '2026-11-20T12:00:00.000Z', digest: '' },
  flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
  segments: Object.fromEntries(segments.map((segment) => [segment.key, segment])),
})

/** The same, with segments by key. */
export const stateOf = (flags: readonly FlagDocument[], segments: Datafile['segments'] = {}): Datafile =>
  aDatafile([...flags], Object.values(segments))

/** A segment without members, with the given fields. */
export const aSegment = (key = 'beta', fields: Partial<SegmentDocument> = {}): SegmentDocument => ({
  key,
  included: [],
  excluded: [],
  when: null,
  ...fields,
})

/** A condition on one attribute. */
export const where = (attribute: string, operator: Operator, ...values: Scalar[]): Condition => ({
  attribute,
  operator,
  values,
})

/** A split from the start of the bucketing line, in thousandths of a percent: `split({ on: 25_000, off: 75_000 })`. */
export const split = (weights: Record<string, number>): Serve => {
  let from = 0
  const parts: Part[] = []
  for (const [variant, weight] of Object.entries(weights)) {
    parts.push({ variant, from, to: from + weight })
    from += weight
  }
  return { split: { parts } }
}
