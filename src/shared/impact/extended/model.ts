import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { Sticky } from '../../schemas/extended-split.ts'
import type { Attribute } from '../attribute.ts'
import type { Spend } from '../steps.ts'
import type { TruthEnd } from './asks.ts'
import { type ExtendedAsked, nameOfPart } from './collect.ts'
import type { AskedExpression } from './expression/parts.ts'
import type { Place } from './place.ts'
import { type AskedAt, divideReading, type Reading } from './reading.ts'
import { type Opaque, opaqueExpression, opaqueSticky, opaqueTruth, wholePlace } from './whole.ts'

type OpaqueAt = { readonly level: number; readonly endOf: Opaque['endOf'] }

/** Where what documents of other systems ask is answered. */
export interface ExtendedModel {
  readonly reading: (ref: AttributeRef) => Reading
  /** A line, by the one reading that its units are made of, where there is one. */
  readonly place: (
    point: ExtendedPoint,
    ref: AttributeRef | undefined,
  ) => { readonly level: number; readonly place: Place }
  readonly expression: (asked: AskedExpression) => OpaqueAt
  readonly sticky: (sticky: Sticky) => OpaqueAt
  readonly truth: (asked: AskedExpression) => { readonly level: number; readonly endOf: (cell: number) => TruthEnd }
  /** Whether what has no words is asked alike by all documents: then it is so, or is not so, on all sides at once. */
  readonly shared: boolean
}

/** Divides all that is asked. Everything that was asked for was there when it was divided. */
export const divideExtended = (asked: ExtendedAsked, at: AskedAt, spend: Spend) => {
  const readings = new Map(
    [...asked.readings].map(([name, one]) => {
      const reading = divideReading(one, nameOfPart, at, spend)
      spend(reading.values.size)
      return [name, reading]
    }),
  )
  const places = new Map([...asked.places].map(([name, { point, cuts }]) => [name, wholePlace(point, cuts, at)]))
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
      reading: (ref) => readings.get(nameOfPart(ref)) as Reading,
      place: (point, ref) => {
        const name = nameOfPart(point)
        if (ref === undefined) {
          const { attribute, place } = places.get(name) as ReturnType<typeof wholePlace>
          return { level: levelOf(attribute), place }
        }
        const reading = readings.get(nameOfPart(ref)) as Reading
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
