import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { Sticky } from '../../schemas/extended-split.ts'
import type { Attribute } from '../attribute.ts'
import type { SpendSteps } from '../steps.ts'
import { type ExtendedTests, nameOfPart } from './collect.ts'
import { crossAttributeScale, type Opaque, opaqueExpression, opaqueSticky, opaqueTruth } from './cross-attribute.ts'
import type { FlagExpression } from './expression/parts.ts'
import { type EvaluationTimes, type PartitionedReference, partitionReference } from './partition-reference.ts'
import type { PartitionedScale } from './partition-scale.ts'
import type { TruthEnd } from './standalone-verdicts.ts'

type OpaqueAt = { readonly level: number; readonly endOf: Opaque['endOf'] }

/** Finds the variables that answer the tests of extended documents. */
export interface ExtendedModel {
  readonly reading: (ref: AttributeRef) => PartitionedReference
  /**
   * Returns the variable of another vendor's scale. `ref` is the only attribute reference of its unit, if there is just
   * one.
   */
  readonly place: (
    point: ExtendedPoint,
    ref: AttributeRef | undefined,
  ) => { readonly level: number; readonly place: PartitionedScale }
  readonly expression: (asked: FlagExpression) => OpaqueAt
  readonly sticky: (sticky: Sticky) => OpaqueAt
  readonly truth: (asked: FlagExpression) => { readonly level: number; readonly endOf: (cell: number) => TruthEnd }
  /** Whether all tests without a description are shared by all documents. Then their results are equal on all sides. */
  readonly shared: boolean
}

/** Partitions everything that extended documents test. All later lookups refer to something that was collected. */
export const divideExtended = (asked: ExtendedTests, at: EvaluationTimes, spend: SpendSteps) => {
  const readings = new Map(
    [...asked.readings].map(([name, one]) => {
      const reading = partitionReference(one, nameOfPart, at, spend)
      spend(reading.values.size)
      return [name, reading]
    }),
  )
  const places = new Map(
    [...asked.places].map(([name, { point, cuts }]) => [name, crossAttributeScale(point, cuts, at)]),
  )
  const expressions = new Map(
    [...asked.expressions].map(([name, one]) => [name, opaqueExpression(one.asked, [...one.variants], at)]),
  )
  const truths = new Map([...asked.truths].map(([name, one]) => [name, opaqueTruth(one.asked, at)]))
  const stickies = new Map(
    [...asked.stickies].map(([name, { sticky, variants }]) => [name, opaqueSticky(sticky, [...variants])]),
  )
  const attributes: Attribute[] = [
    ...readings.values(),
    ...[...places.values(), ...expressions.values(), ...truths.values(), ...stickies.values()].map(
      ({ attribute }) => attribute,
    ),
  ]
  const modelOf = (levelOf: (attribute: Attribute) => number, sides: number): ExtendedModel => {
    const opaqueIn = (known: ReadonlyMap<string, Opaque>, part: object): OpaqueAt => {
      const { attribute, endOf } = known.get(nameOfPart(part)) as Opaque
      return { level: levelOf(attribute), endOf }
    }
    return {
      reading: (ref) => readings.get(nameOfPart(ref)) as PartitionedReference,
      place: (point, ref) => {
        const name = nameOfPart(point)
        if (ref === undefined) {
          const { attribute, place } = places.get(name) as ReturnType<typeof crossAttributeScale>
          return { level: levelOf(attribute), place }
        }
        const reading = readings.get(nameOfPart(ref)) as PartitionedReference
        const { at, place } = reading.answers.place(name)
        return { level: levelOf(reading) + 1 + at, place }
      },
      expression: (expression) => opaqueIn(expressions, expression),
      sticky: (sticky) => opaqueIn(stickies, sticky),
      truth: (expression) => {
        const { attribute, endOf } = truths.get(nameOfPart(expression)) as ReturnType<typeof opaqueTruth>
        return { level: levelOf(attribute), endOf }
      },
      shared: [...asked.expressions.values(), ...asked.truths.values(), ...asked.stickies.values()].every(
        ({ by }) => by.size === sides,
      ),
    }
  }
  return { attributes, modelOf }
}
