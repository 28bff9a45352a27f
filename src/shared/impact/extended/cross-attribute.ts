import { expressionText } from '../../engine/extended/cost.ts'
import { elementOf } from '../../engine/extended/element.ts'
import { jsonlogic } from '../../engine/extended/jsonlogic.ts'
import { compileRule } from '../../engine/extended/rule.ts'
import type { ServeScope } from '../../engine/extended/serve.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { Context } from '../../schemas/context.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { Sticky } from '../../schemas/extended-split.ts'
import type { Attribute, ExtendedReference } from '../attribute.ts'
import { cellsFrom } from '../cells/variable.ts'
import { type CellCondition, matchesWantedCells, type WantedCells } from '../condition-synthesis.ts'
import { inexpressible } from '../undecided.ts'
import { everyModule } from './every-module.ts'
import { truthOf } from './expression/atom.ts'
import type { FlagExpression } from './expression/parts.ts'
import type { EvaluationTimes } from './partition-reference.ts'
import { createPointLocator, type PartitionedScale, partitionScale } from './partition-scale.ts'
import { runWithOwnBudget, standaloneConditions, stateOf, type TruthEnd, truths } from './standalone-verdicts.ts'

/** A property of a whole context. */
interface CrossAttribute {
  readonly size: number
  readonly any: ReadonlySet<number>
  readonly cellOf: (context: Context) => number
  readonly say: (wanted: WantedCells) => CellCondition | undefined
  readonly timed: boolean
  /** The attributes that the unit consists of, for trying others. */
  readonly units: readonly AttributeRef[]
  readonly paths: ExtendedReference['paths']
  readonly shareOf?: (cells: ReadonlySet<number>) => number
}

const attributeOf = ({ size, any, cellOf, say, timed, units, paths, shareOf }: CrossAttribute): Attribute => ({
  path: '',
  names: [],
  read: (context) => context,
  values: {
    size,
    cells: Array.from({ length: size }, () => ({ kinds: [], ties: [] })),
    // Safe cast: `read` returns the context itself.
    cellOf: (value) => cellOf(value as Context),
    questions: [],
    any,
    some: any,
    samples: () => [],
    exactly: () => {
      throw inexpressible
    },
  },
  others: [],
  whereOf: () => ({ of: 'any', parts: [] }),
  instants: { standing: [], durations: [] },
  bucketsOf: () => {
    throw new RangeError('a whole context has no buckets')
  },
  extended: {
    say,
    put: () => undefined,
    joint: [],
    paths,
    timed,
    turns: [],
    whole: true,
    units,
    ...(shareOf !== undefined && { shareOf }),
  },
})

const refuseUnlessTrivial = (wanted: WantedCells): undefined => {
  if (matchesWantedCells(wanted, () => true)) return undefined
  throw inexpressible
}

/** Partitions a point whose unit consists of several attributes. */
export const crossAttributeScale = (
  point: ExtendedPoint,
  cuts: Iterable<number>,
  { nowMs, ever }: EvaluationTimes,
): { attribute: Attribute; place: PartitionedScale } => {
  const place = partitionScale(point, cuts, createPointLocator(point, nowMs))
  const refs = point.unit.parts.flatMap((part) => ('attribute' in part ? [part.attribute] : []))
  const all = [...refs, ...(point.unit.requires === undefined ? [] : [point.unit.requires])]
  const attribute = attributeOf({
    ...{
      size: place.variable.size,
      any: place.variable.any,
      cellOf: (context: Context) => place.variable.cellOf(context),
    },
    ...{ say: place.say, shareOf: place.shareOf, units: all },
    timed: !ever && all.some(({ virtual }) => virtual === 'now'),
    paths: all.flatMap(({ firstOf }) => firstOf),
  })
  return { attribute, place }
}

/** The meaning of a cell of an opaque variable: nothing; an end (an error, or a skipped rule); or a variant. */
type OpaqueEnd = 'nothing' | 'end' | { readonly variant: string }

export interface Opaque {
  readonly attribute: Attribute
  readonly endOf: (cell: number) => OpaqueEnd
}

const opaqueOf = (
  variants: readonly string[],
  variantOf: (context: Context) => string | null | undefined,
  timed: boolean,
  paths: ExtendedReference['paths'],
): Opaque => {
  const size = variants.length + 2
  const cells = new Map(variants.map((variant, at) => [variant, at + 2]))
  return {
    attribute: attributeOf({
      ...{ size, any: cellsFrom(0, size), say: refuseUnlessTrivial, timed, paths, units: [], joint: [] },
      cellOf: (context) => {
        const variant = variantOf(context)
        return variant === undefined ? 0 : variant === null ? 1 : (cells.get(variant) ?? 1)
      },
    }),
    endOf: (cell) => (cell === 0 ? 'nothing' : cell === 1 ? 'end' : { variant: variants[cell - 2] as string }),
  }
}

/** Partitions an expression by its result: nothing, an error, or a variant of the flag. */
export const opaqueExpression = (
  { expr, dialect, flagKey }: FlagExpression,
  variants: readonly string[],
  { nowMs, ever }: EvaluationTimes,
): Opaque => {
  const run = jsonlogic(expr, dialect, everyModule)
  const known = new Set(variants)
  const variantOf = (context: Context): string | null | undefined => {
    try {
      const text = runWithOwnBudget(() => {
        const result = run(elementOf(context), { flagKey, nowMs })
        return result === null || result === undefined ? undefined : expressionText(result)
      }, '')
      return text === undefined || known.has(text) ? text : null
    } catch {
      return null
    }
  }
  return opaqueOf(variants, variantOf, !ever && JSON.stringify(expr).includes('$flag'), 'any')
}

/** Partitions a boolean part of an expression by its result: no, yes, or an end of the flag. */
export const opaqueTruth = (
  { expr, dialect, flagKey }: FlagExpression,
  { nowMs, ever }: EvaluationTimes,
): { readonly attribute: Attribute; readonly endOf: (cell: number) => TruthEnd } => {
  const ends = [truths.no, truths.yes, truths.fatal] as const
  const ask = truthOf(expr, dialect, { flagKey, nowMs })
  const attribute = attributeOf({
    ...{
      size: ends.length,
      any: cellsFrom(0, ends.length),
      say: refuseUnlessTrivial,
      paths: 'any',
      units: [],
      joint: [],
    },
    timed: !ever && JSON.stringify(expr).includes('$flag'),
    cellOf: (context) => (ends as readonly number[]).indexOf(ask(elementOf(context))),
  })
  return { attribute, endOf: (cell) => ends[cell] as TruthEnd }
}

/** Partitions a stored assignment: nothing, a skipped rule, or a variant of the flag. */
export const opaqueSticky = (sticky: Sticky, variants: readonly string[]): Opaque => {
  const serving: ServeScope = {
    ...{ flagKey: '', salt: '', profiles: everyModule },
    hasVariant: () => true,
    // Safe cast: only the variant is read.
    build: (variant) => ({ variant }) as Outcome,
  }
  const rule = compileRule(
    { id: 'kept', sticky, when: true, serve: { useDefault: true } },
    standaloneConditions,
    serving,
  )
  const known = new Set(variants)
  const variantOf = (context: Context): string | null | undefined => {
    const result = runWithOwnBudget(() => rule(stateOf(context, 0)), null)
    if (result === null) return null
    const kept = typeof result === 'object' && 'variant' in result ? result.variant : null
    return kept !== null && known.has(kept) ? kept : undefined
  }
  return opaqueOf(variants, variantOf, false, 'any')
}
