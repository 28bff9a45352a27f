import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { Condition, Each, ExtendedLeaf } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { ExtendedPoint, Within } from '../../schemas/extended-point.ts'
import type { Sticky } from '../../schemas/extended-split.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import type { SpendSteps } from '../steps.ts'
import type { FlagExpression, Tree } from './expression/parts.ts'
import { treeOf, visitTree } from './expression/tree.ts'
import type { ReferenceTests } from './partition-reference.ts'

/** Everything that extended documents test on contexts, by name, without duplicates. */
export interface ExtendedTests {
  readonly readings: Map<string, ReferenceTests>
  readonly places: Map<string, { readonly point: ExtendedPoint; readonly cuts: Set<number> }>
  readonly expressions: Map<
    string,
    { readonly asked: FlagExpression; readonly variants: Set<string>; readonly by: Set<object> }
  >
  /** Boolean parts of expressions that are evaluated on whole contexts. */
  readonly truths: Map<string, { readonly asked: FlagExpression; readonly by: Set<object> }>
  readonly stickies: Map<string, { readonly sticky: Sticky; readonly variants: Set<string>; readonly by: Set<object> }>
}

const names = new WeakMap<object, string>()

/** Returns a text that is equal for equal parts of documents. */
export const nameOfPart = (part: object): string => {
  const known = names.get(part)
  if (known !== undefined) return known
  const name = canonicalJson(part)
  names.set(part, name)
  return name
}

/** Returns the only attribute reference of a unit; undefined if there are several or none. */
export const readingOf = ({ unit: { parts, requires } }: ExtendedPoint): AttributeRef | undefined => {
  if (requires !== undefined) return undefined
  const refs = parts.flatMap((part) => ('attribute' in part ? [part.attribute] : []))
  const [first] = refs
  return first !== undefined && refs.every((ref) => nameOfPart(ref) === nameOfPart(first)) ? first : undefined
}

const expressionOf = (flag: FlagDocument, { expr, dialect }: Extract<Serve, { expr: unknown }>): FlagExpression => ({
  ...{ expr, dialect },
  flagKey: flag.hashKey ?? flag.key,
})

const trees = new WeakMap<object, { readonly flagKey: string; readonly tree: Tree }>()

/** Returns the decision tree of an expression that a flag serves by. Cached. */
export const expressionTree = (flag: FlagDocument, given: Extract<Serve, { expr: unknown }>): Tree => {
  const asked = expressionOf(flag, given)
  const known = trees.get(given)
  if (known?.flagKey === asked.flagKey) return known.tree
  const tree = treeOf(asked)
  trees.set(given, { flagKey: asked.flagKey, tree })
  return tree
}

/** Callbacks for native conditions and for references to other documents. */
export interface CollectorCallbacks {
  readonly datafile: object
  readonly condition: (condition: Condition, salt: string) => void
  readonly serve: (serve: Serve, salt: string) => void
  readonly flag: (key: string) => void
}

export const createCollector = (spend: SpendSteps) => {
  const asked: ExtendedTests = {
    readings: new Map(),
    places: new Map(),
    expressions: new Map(),
    truths: new Map(),
    stickies: new Map(),
  }
  const reading = (ref: AttributeRef): ReferenceTests => {
    const name = nameOfPart(ref)
    let known = asked.readings.get(name)
    if (known === undefined) {
      known = { ref, leaves: new Map(), eaches: new Map(), atoms: new Map(), places: new Map() }
      asked.readings.set(name, known)
    }
    return known
  }
  const cut = (point: ExtendedPoint, cuts: readonly (number | undefined)[]) => {
    spend(cuts.length + 1)
    const ref = readingOf(point)
    const places = ref === undefined ? asked.places : reading(ref).places
    const name = nameOfPart(point)
    const known = places.get(name) ?? { point, cuts: new Set<number>() }
    places.set(name, known)
    for (const at of cuts) if (at !== undefined) known.cuts.add(at)
  }
  const within = ({ point, lo, hi }: Within) => cut(point, [lo, hi])
  const leaf = (one: ExtendedLeaf) => {
    spend('values' in one.test ? one.test.values.length + 1 : 2)
    reading(one.read).leaves.set(nameOfPart(one), one)
  }
  const each = (one: Each) => {
    spend(2)
    reading(one.each).eaches.set(nameOfPart(one), one)
  }
  const serve = (flag: FlagDocument, given: Serve, around: CollectorCallbacks): void => {
    if ('wide' in given) {
      const { point, slots, overflowServe, noUnitServe } = given.wide
      cut(
        point,
        slots.flatMap(({ lo, hi }) => [lo, hi]),
      )
      for (const slot of slots) serve(flag, slot.serve, around)
      for (const other of [overflowServe, noUnitServe]) if (other !== undefined) serve(flag, other, around)
    } else if ('expr' in given) {
      visitTree(expressionTree(flag, given), {
        atom: (atom) => {
          spend(2)
          reading(atom.read).atoms.set(nameOfPart(atom), atom)
        },
        truth: (expression) => {
          const name = nameOfPart(expression)
          const known = asked.truths.get(name) ?? { asked: expression, by: new Set<object>() }
          known.by.add(around.datafile)
          asked.truths.set(name, known)
        },
        whole: (expression) => {
          const name = nameOfPart(expression)
          const known = asked.expressions.get(name) ?? {
            asked: expression,
            variants: new Set<string>(),
            by: new Set<object>(),
          }
          known.by.add(around.datafile)
          asked.expressions.set(name, known)
          for (const variant of Object.keys(flag.variants)) known.variants.add(variant)
        },
        serve: (other) => serve(flag, other, around),
      })
    } else around.serve(given, flag.salt)
  }
  const flag = (document: FlagDocument, around: CollectorCallbacks): void => {
    for (const { flag: other } of [...document.prerequisites, ...(document.requires ?? [])]) around.flag(other)
    for (const rule of document.rules) {
      for (const before of rule.pre ?? [])
        around.condition('flagTest' in before ? { flagTest: before.flagTest } : before.when, document.salt)
      if (rule.sticky !== undefined) {
        const known = asked.stickies.get(nameOfPart(rule.sticky)) ?? {
          sticky: rule.sticky,
          variants: new Set<string>(),
          by: new Set<object>(),
        }
        known.by.add(around.datafile)
        asked.stickies.set(nameOfPart(rule.sticky), known)
        for (const variant of Object.keys(document.variants)) known.variants.add(variant)
      }
      around.condition(rule.when, document.salt)
      if (rule.gate !== undefined) within(rule.gate)
      serve(document, rule.serve, around)
      if (rule.onGateMiss !== undefined) serve(document, rule.onGateMiss, around)
    }
    serve(document, document.otherwise, around)
    if (document.off !== undefined) serve(document, document.off, around)
  }
  return { asked, leaf, each, within, flag }
}
