import { namesOf } from '../engine/attribute.ts'
import { evaluate } from '../engine/evaluate.ts'
import { withAttribute } from '../engine/with-attribute.ts'
import type { Scalar } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { OtherAnswer } from '../text/explain/other-answer.ts'
import type { Attribute } from './attribute.ts'
import { createAnswers, documentsOf, engineOf, flagDiagramsOf } from './compile.ts'
import type { Node } from './diagram.ts'
import { valueFor } from './example.ts'
import { modelOf } from './model.ts'
import { pathsOf } from './paths.ts'
import { createStepBudget, outOfSteps } from './steps.ts'
import { createTexts } from './texts.ts'
import { undecidableDocument } from './undecided.ts'

/** Step budget of one call. */
const steps = 1_000_000
/** Maximum number of attributes that are tried in pairs. */
const maxPairedAttributes = 10

/**
 * Finds single attributes that would give this flag another variant if they had another value, each variant once per
 * attribute. For variants that no single attribute gives, pairs that do. The engine confirms all results. An attribute
 * that is not listed cannot change the answer alone, as far as a value was found. Undefined if an extended flag is
 * undecided.
 */
export const nearestAnswers = (
  datafile: Datafile,
  key: string,
  context: Context,
  nowMs: number,
  most = 6,
): OtherAnswer[] | undefined => {
  const found: OtherAnswer[] = []
  try {
    collect(datafile, key, context, nowMs, most, found)
  } catch (problem) {
    if (problem === undecidableDocument) return undefined
    if (problem !== outOfSteps) throw problem
  }
  return found
}

const collect = (
  datafile: Datafile,
  key: string,
  context: Context,
  nowMs: number,
  most: number,
  found: OtherAnswer[],
): void => {
  const spend = createStepBudget(steps)
  const engine = engineOf(datafile)
  const model = modelOf([documentsOf(engine, [key])], nowMs, spend)
  const { diagrams, attributes, levelOf } = model
  const answers = createAnswers()
  const flag = flagDiagramsOf(engine, model, answers).flag(key)
  const texts = createTexts(model)
  const row = model.assign(context)
  const now = evaluate(engine, key, context, nowMs).variant
  const owners = attributes.flatMap((one) => [one, ...one.others.map(() => one)])

  /** Restricts a diagram to some free attributes; all others keep their cells. */
  const around = (node: Node, free: ReadonlySet<Attribute>): Node => {
    const memo = new Map<Node, Node>()
    const walk = (at: Node): Node => {
      if (diagrams.isEnd(at)) return at
      const known = memo.get(at)
      if (known !== undefined) return known
      const level = diagrams.levelOf(at)
      const owner = owners[level]
      const made =
        owner !== undefined && free.has(owner)
          ? diagrams.look(
              level,
              Array.from({ length: diagrams.sizes[level] as number }, (_, cell) =>
                walk(diagrams.child(at, level, cell)),
              ),
            )
          : walk(diagrams.child(at, level, row[level] as number))
      memo.set(at, made)
      return made
    }
    return walk(node)
  }

  /** Finds variants that the free attributes can give. */
  const tryOut = (free: readonly Attribute[], wanted: (variant: string | null) => boolean) => {
    const together = new Set(free)
    const left = around(flag, together)
    const possible = around(model.possible, together)
    const variants = new Set<string | null>()
    diagrams.map(left, (number) => {
      variants.add(answers.of(number).variant)
      return diagrams.yes
    })
    for (const variant of variants) {
      if (variant === now || !wanted(variant) || found.length >= most) continue
      const set = diagrams.map(left, (number) => (answers.of(number).variant === variant ? diagrams.yes : diagrams.no))
      const other =
        otherIn(free, diagrams.and(set, possible), variant) ??
        // If an attribute has no object to be in, the object is created.
        otherIn(free, diagrams.and(set, model.possible), variant)
      if (other !== undefined) found.push(other)
    }
  }

  const otherIn = (free: readonly Attribute[], set: Node, variant: string | null): OtherAnswer | undefined => {
    for (const path of pathsOf(diagrams, set)) {
      const changes: { attribute: string; value: OtherAnswer['value'] }[] = []
      let other: Context = context
      for (const attribute of free) {
        const allowed = [attribute.values, ...attribute.others].map((_, at) => path.get(levelOf(attribute) + at))
        const value = valueFor(attribute, allowed, spend, () => texts.words(attribute, path))?.value
        if (!isTypable(value)) break
        changes.push({ attribute: attribute.path, value })
        const made = attribute.extended?.put(other, value)
        if (attribute.extended !== undefined && made === undefined) break
        other = made ?? withAttribute(other, namesOf(attribute.path), value)
      }
      const [first, ...also] = changes
      if (first === undefined || changes.length < free.length) continue
      const outcome = evaluate(engine, key, other, nowMs)
      if (outcome.variant === variant) return { ...first, ...(also.length > 0 && { also }), context: other, outcome }
    }
    return undefined
  }

  const sayable = attributes.filter(({ extended }) => extended?.whole !== true)
  for (const attribute of sayable) tryOut([attribute], () => true)
  const alone = new Set(found.map(({ outcome }) => outcome.variant))
  const few = sayable.slice(0, maxPairedAttributes)
  for (const [at, one] of few.entries())
    for (const other of few.slice(at + 1)) tryOut([one, other], (variant) => variant !== null && !alone.has(variant))
}

/** Whether people can type the value: none, a plain one, or a list of plain ones. */
const isTypable = (value: unknown): value is OtherAnswer['value'] =>
  value === undefined || isScalar(value) || (Array.isArray(value) && value.every(isScalar))

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
