import { type Compiled, compile as compileForEngine } from '../engine/compile.ts'
import { isExtended } from '../engine/extended/is-extended.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import { positiveOf } from '../engine/operators/negation.ts'
import { flagOf, hasFiniteReferences, segmentOf } from '../engine/prerequisite.ts'
import type { Condition, Leaf } from '../schemas/condition.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Serve } from '../schemas/split.ts'
import { type Answer, nameOfAnswer } from './answer.ts'
import type { Node } from './diagram.ts'
import { extendedDiagrams } from './extended/compile.ts'
import { everyModule } from './extended/every-module.ts'
import { type Documents, listsOf, type Model } from './model.ts'
import { targetingKey } from './targeting-key.ts'
import { undecidableDocument } from './undecided.ts'

/** Numbers answers, for the terminal nodes of flag diagrams. The caller's default is the first one. */
export interface Answers {
  numberOf(answer: Answer): number
  of(number: number): Answer
}

// The terminals 0 and 1 are no and yes.
const first = 2

export const createAnswers = (): Answers => {
  const list: Answer[] = []
  const numbers = new Map<string, number>()
  const numberOf = (answer: Answer): number => {
    const name = nameOfAnswer(answer)
    const known = numbers.get(name)
    if (known !== undefined) return known
    list.push(answer)
    numbers.set(name, first + list.length - 1)
    return first + list.length - 1
  }
  numberOf({ variant: null, value: undefined })
  return { numberOf, of: (number) => list[number - first] as Answer }
}

/** Compiles a datafile with all engine modules. The compiled flags show which ones can be evaluated. */
export const engineOf = (datafile: Datafile): Compiled => compileForEngine(datafile, everyModule)

export const usableIn =
  (engine: Compiled) =>
  (key: string): boolean =>
    (engine.flag(key)?.type ?? null) !== null

/** Returns whether flags use the extended model, as far as the engine can evaluate them. */
export const extendedIn = (engine: Compiled): ((key: string) => boolean) => {
  let found = extended.get(engine)
  if (found === undefined) {
    const known = new Map<string, boolean>()
    let native: Compiled | undefined
    found = (key) => {
      let is = known.get(key)
      if (is !== undefined) return is
      const document = flagOf(engine.datafile, key)
      is = document !== undefined && usableIn(engine)(key) && isExtended(document, engine.datafile)
      // A flag that the native compiler accepts is native, even if it looks extended.
      if (is) {
        native ??= compileForEngine(engine.datafile, everyFamily)
        is = !usableIn(native)(key)
      }
      known.set(key, is)
      return is
    }
    extended.set(engine, found)
  }
  return found
}
const extended = new WeakMap<Compiled, (key: string) => boolean>()

/** Returns the input of a model: flags of a datafile, and how the engine evaluates them. */
export const documentsOf = (engine: Compiled, flags: readonly string[]): Documents => ({
  ...{ datafile: engine.datafile, flags },
  usable: usableIn(engine),
  extended: extendedIn(engine),
})

/** Flags and conditions of one datafile as diagrams. */
export interface FlagDiagrams {
  /**
   * Returns the diagram of a flag's answers. A flag that does not exist serves the caller's default. Throws
   * `extendedDocument`.
   */
  flag(key: string): Node
  condition(condition: Condition, salt: string): Node
  /** Returns the contexts for which a condition of an extended flag is true. Throws `extendedDocument`. */
  foreignCondition(condition: Condition, flag: FlagDocument): Node
  /** The segments used so far, with the contexts in each. */
  readonly segments: ReadonlyMap<string, Node>
}

/**
 * Translates the engine's behavior to diagrams: the order of steps, first match, gaps of splits, and references to
 * other flags.
 */
export const flagDiagramsOf = (engine: Compiled, model: Model, answers: Answers): FlagDiagrams => {
  const { datafile } = engine
  const isForeign = extendedIn(engine)
  const { diagrams, attributeOf, levelOf } = model
  const { yes, no, and, or, not, choose, look, end, map } = diagrams
  const flags = new Map<string, Node>()
  const segments = new Map<string, Node>()
  const own = end(answers.numberOf({ variant: null, value: undefined }))

  const cellsAt = (level: number, holds: ReadonlySet<number>): Node =>
    look(
      level,
      Array.from({ length: diagrams.sizes[level] as number }, (_, cell) => (holds.has(cell) ? yes : no)),
    )

  const leafNode = (leaf: Leaf): Node => {
    const attribute = attributeOf(leaf.attribute)
    const { of, parts } = attribute.whereOf(leaf)
    const nodes = parts.map(({ at, holds }) => cellsAt(levelOf(attribute) + 1 + at, holds))
    return of === 'all' ? nodes.reduce(and, yes) : nodes.reduce(or, no)
  }

  const buckets = model.bucketsOf

  const condition = (node: Condition, salt: string): Node => {
    if (node === true) return yes
    if ('all' in node) return node.all.map((inner) => condition(inner, salt)).reduce(and, yes)
    if ('any' in node) return node.any.map((inner) => condition(inner, salt)).reduce(or, no)
    if ('not' in node) return not(condition(node.not, salt))
    if ('segment' in node) return segment(node.segment)
    if ('flag' in node) return asked(node.flag, node.variants)
    if ('in' in node) {
      const { line, level } = buckets(node.in.point, salt)
      return cellsAt(level, line.cellsOf(node.in.from, node.in.to))
    }
    if (!('operator' in node)) throw undecidableDocument
    const operator = positiveOf(node.operator)
    const positive = leafNode({ ...node, operator })
    return operator === node.operator ? positive : not(positive)
  }

  const segment = (key: string): Node => {
    const known = segments.get(key)
    if (known !== undefined) return known
    const document = segmentOf(datafile, key)
    // A flag with a missing segment cannot be evaluated, so it is never compiled here.
    if (document === undefined) return no
    const [included, excluded] = listsOf(document).map(leafNode) as [Node, Node]
    const when = document.when === null ? no : condition(document.when, document.key)
    const made = and(not(excluded), or(included, when))
    segments.set(key, made)
    return made
  }

  /** Whether another flag is on and serves one of the variants. */
  const asked = (key: string, variants: readonly string[]): Node => {
    if (!hasFiniteReferences(datafile, key) || flagOf(datafile, key)?.on !== true) return no
    const wanted = new Set<string | null>(variants)
    return map(flag(key), (number) => (wanted.has(answers.of(number).variant) ? yes : no))
  }

  const serve = (document: FlagDocument, given: Serve, next: Node): Node => {
    const answer = (variant: string | null): Node => answerOf(document, variant)
    if ('variant' in given) return answer(given.variant)
    if (!('split' in given)) throw undecidableDocument
    const { point, parts } = given.split
    const { line, level } = buckets(point, document.salt)
    const children = Array.from({ length: line.size }, () => next)
    for (const { variant, from, to } of parts)
      for (const cell of line.cellsOf(from, to)) children[cell] = answer(variant)
    // What follows may depend on levels above this one, so it cannot simply become a child.
    const placed = cellsAt(level, new Set(children.flatMap((child, cell) => (child === next ? [] : [cell]))))
    return choose(
      placed,
      look(
        level,
        children.map((child) => (child === next ? own : child)),
      ),
      next,
    )
  }

  const answerOf = (document: FlagDocument, variant: string | null): Node =>
    variant === null ? own : end(answers.numberOf({ variant, value: document.variants[variant] }))

  /** Returns the cells of one variable in which a condition is true, if it depends on that variable alone. */
  const aloneIn = (when: Condition): { level: number; holds: ReadonlySet<number> } | undefined => {
    if (when === true || !('operator' in when) || positiveOf(when.operator) !== when.operator) return undefined
    const attribute = attributeOf(when.attribute)
    const [part, ...others] = attribute.whereOf(when).parts
    return part === undefined || others.length > 0
      ? undefined
      : { level: levelOf(attribute) + 1 + part.at, holds: part.holds }
  }

  /**
   * Compiles rules by first match, from last to first. Consecutive rules that test one variable for one variant become
   * one node.
   */
  const rulesOf = (document: FlagDocument, otherwise: Node): Node => {
    let next = otherwise
    let row: { level: number; children: Node[] } | undefined
    const close = () => {
      if (row !== undefined) next = look(row.level, row.children)
      row = undefined
    }
    for (const { when, serve: given } of document.rules.toReversed()) {
      const alone = 'variant' in given ? aloneIn(when) : undefined
      if (alone !== undefined && 'variant' in given) {
        const { level, holds } = alone
        if (row?.level !== level) {
          close()
          if (diagrams.levelOf(next) >= level) {
            const below = next
            const size = diagrams.sizes[level] as number
            row = { level, children: Array.from({ length: size }, (_, cell) => diagrams.child(below, level, cell)) }
          }
        }
        if (row !== undefined) {
          const answer = answerOf(document, given.variant)
          for (const cell of holds) row.children[cell] = answer
          continue
        }
      }
      close()
      next = choose(condition(when, document.salt), serve(document, given, next), next)
    }
    close()
    return next
  }

  const foreign = (): ReturnType<typeof extendedDiagrams> => {
    others ??= extendedDiagrams(engine, model, {
      condition,
      keys: (keys) => leafNode({ attribute: targetingKey, operator: 'isOneOf', values: [...keys] }),
      outcome: (key, outcomes) => {
        if (!usableIn(engine)(key)) return end(outcomes.error)
        return map(flag(key), (number) => end(outcomes.numberOf(answers.of(number))))
      },
      isExtended: isForeign,
    })
    return others
  }
  let others: ReturnType<typeof extendedDiagrams> | undefined

  const compiled = (key: string): Node => {
    const document = flagOf(datafile, key)
    const ready = engine.flag(key)
    if (document === undefined || ready === undefined) return own
    if (isForeign(key)) {
      const { outcomes, outcome } = foreign()
      return map(outcome(key), (number) => end(answers.numberOf(outcomes.of(number).answer)))
    }
    if (ready.type === null) {
      if (ready.pick({}, 0).errorCode === 'PROVIDER_NOT_READY') throw undecidableDocument
      return own
    }
    const off = answerOf(document, document.offVariant)
    if (!document.on) return off
    const rules = rulesOf(document, serve(document, document.otherwise, off))
    return document.prerequisites.reduceRight<Node>(
      (next, { flag: other, variants }) => choose(asked(other, variants), next, off),
      rules,
    )
  }

  const flag = (key: string): Node => {
    const known = flags.get(key)
    if (known !== undefined) return known
    const made = compiled(key)
    flags.set(key, made)
    return made
  }

  return { flag, condition, foreignCondition: (one, document) => foreign().holds(one, document), segments }
}
