import type { Compiled } from '../../engine/compile.ts'
import { final } from '../../engine/extended/final.ts'
import { type FlagTestSubject as Asked, compileQuestion, missingFlagSubject } from '../../engine/extended/flag-test.ts'
import { general } from '../../engine/extended/test.ts'
import { deeperThan, flagOf, maxChain, reach, segmentOf } from '../../engine/prerequisite.ts'
import type { Condition, Each, ExtendedLeaf, FlagTest } from '../../schemas/condition.ts'
import type { Final } from '../../schemas/extended-attribute.ts'
import type { Within } from '../../schemas/extended-point.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Node } from '../diagram.ts'
import type { Model } from '../model.ts'
import { undecidableDocument } from '../undecided.ts'
import { nameOfPart, readingOf } from './collect.ts'
import { compileFlag } from './compile-flag.ts'
import type { EvaluationChain, ExtendedCompiler, NativeDiagrams } from './compiler.ts'
import { createOutcomes } from './outcomes.ts'
import {
  dependsOnOthers,
  standaloneResultOf,
  stateOf,
  type TruthEnd,
  truthEndOf,
  truths,
} from './standalone-verdicts.ts'
import { isTimedPart } from './timed.ts'
import { createTruths } from './truths.ts'

/** Translates extended flags to diagrams, with the semantics of the engine's extended compiler. */
export const extendedDiagrams = (engine: Compiled, model: Model, native: NativeDiagrams) => {
  const { diagrams, nowMs, ever } = model
  const { yes, no, choose, map, look, end, sizes } = diagrams
  const { datafile } = engine
  const told = createTruths(diagrams)
  const outcomes = createOutcomes()
  const known = new Map<string, { node: Node; height: number }>()
  const ways = new Map<string, ReadonlySet<string>>()
  let deepest = 0

  const ended = (result: Final): Node => end(truthEndOf(() => final(result)))
  const atLevel = (level: number, endIn: (cell: number) => Node): Node =>
    look(
      level,
      Array.from({ length: sizes[level] as number }, (_, cell) => endIn(cell)),
    )

  const leaf = (one: ExtendedLeaf): Node => {
    const reading = model.extended.reading(one.read)
    const level = model.levelOf(reading)
    const { missing = 'false', nullIs, invalid = 'false', negate = false } = one
    const name = nameOfPart(one.test)
    const { at, verdictIn } = reading.answers.test(name)
    const absent = reading.answers.absent(one.presence)
    const { nulls } = reading.answers
    const said = (verdict: number): Node => {
      if (verdict === 2) return ended(invalid)
      if (verdict === 3) return no
      if (verdict === 4) return told.unknown
      if (verdict === 5) return told.fatal
      return (verdict === 1) !== negate ? yes : no
    }
    const own = at < 0 ? undefined : atLevel(level + 1 + at, (cell) => said(cell))
    return atLevel(level, (cell) => {
      const gone = absent.has(cell)
      if (gone && missing !== 'null') return ended(missing)
      if (gone) return said(reading.answers.ofNull(name))
      if (nulls.has(cell) && nullIs !== undefined) return ended(nullIs)
      return own ?? said(verdictIn(cell))
    })
  }

  const each = (one: Each): Node => {
    const reading = model.extended.reading(one.each)
    return atLevel(model.levelOf(reading) + 1 + reading.answers.each(nameOfPart(one)), (cell) => end(cell))
  }

  const place = (point: Within['point']) => model.extended.place(point, readingOf(point))

  const within = (one: Within): Node => {
    const { level, place: line } = place(one.point)
    const inside = line.cellsOf(one)
    const noUnit = ended(one.noUnit ?? 'false')
    return atLevel(level, (cell) => (cell === 0 ? noUnit : inside.has(cell) ? yes : no))
  }

  const condition = (node: Condition, salt: string, above: EvaluationChain): Node => {
    if (node === true) return yes
    const inner = (one: Condition) => condition(one, salt, above)
    if ('all' in node) return told.inTurn(node.all.map(inner), 0, node.unknown === 'kleene')
    if ('any' in node) return told.inTurn(node.any.map(inner), 1, node.unknown === 'kleene')
    if ('not' in node) return told.not(inner(node.not))
    if ('segment' in node) return segment(node, above)
    if ('read' in node) return leaf(node)
    if ('each' in node) return each(node)
    if ('within' in node) return within(node.within)
    if ('flagTest' in node) return flagTest(node.flagTest, above)
    return native.condition(node, salt)
  }

  const segment = (
    { segment: key, negate, missing }: Extract<Condition, { segment: string }>,
    above: EvaluationChain,
  ): Node => {
    const document = segmentOf(datafile, key)
    // Without `missing`, the flag could not be evaluated, so it is never compiled here.
    if (document === undefined) return ended(missing ?? 'false')
    const step = `segment:${key}`
    deepest = Math.max(deepest, above.length + 1)
    const when = above.includes(step)
      ? told.fatal
      : document.when === null
        ? no
        : condition(document.when, key, [...above, step])
    const member = choose(native.keys(document.excluded), no, choose(native.keys(document.included), yes, when))
    return negate === true ? told.not(member) : member
  }

  const flagTest = (test: FlagTest, above: EvaluationChain): Node => {
    const {
      flag: key,
      missing = 'false',
      cycle = 'false',
      onError = 'propagate',
      maxDepth: most,
      negate = false,
    } = test
    const document = flagOf(datafile, key)
    const asks = compileQuestion(test.test, document, {
      compile: (inner) => {
        if (dependsOnOthers(inner) || (ever && isTimedPart(inner))) throw undecidableDocument
        const decide = standaloneResultOf(inner, nowMs)
        return (state) => thrown(decide(state.context))
      },
    })
    const asked = (answer: Asked): TruthEnd => truthEndOf(() => asks(answer, stateOf({}, nowMs)))
    const turned = (truth: TruthEnd): Node => (negate ? told.not(end(truth)) : end(truth))
    if (document === undefined) return missing === 'null' ? turned(asked(missingFlagSubject)) : ended(missing)
    if (most !== undefined && deeperThan(datafile, key, most)) return no
    if (above.includes(key)) return ended(cycle)
    return map(outcome(key, above), (number) => {
      const { answer, ends } = outcomes.of(number)
      if (ends === 'error') return onError === 'propagate' ? told.fatal : ended(onError)
      if (ends === 'unknown') return told.unknown
      const { variant, value, name = null, enabled = null } = answer
      return turned(asked({ variant, value, name, enabled }))
    })
  }

  const compiler: ExtendedCompiler = { engine, model, truths: told, outcomes, native, condition, within, place }

  /**
   * Returns the result of a flag within a chain of flags. It depends on the chain as far as its references lead back to
   * it.
   */
  const outcome = (key: string, above: EvaluationChain): Node => {
    if (!native.isExtended(key)) return native.outcome(key, outcomes)
    let reached = ways.get(key)
    if (reached === undefined) {
      reached = new Set([...reach(datafile, key)].map((way) => (way.startsWith('flag:') ? way.slice(5) : way)))
      ways.set(key, reached)
    }
    const back = reached
    const name = `${key} ${above
      .filter((one) => back.has(one))
      .sort()
      .join()}`
    let found = known.get(name)
    if (found === undefined) {
      const before = deepest
      deepest = above.length + 1
      // The engine counts depth beyond this, so cached results would depend on it.
      if (deepest > maxChain) throw undecidableDocument
      const node = compileFlag(flagOf(datafile, key), [...above, key], compiler)
      found = { node, height: deepest - above.length }
      known.set(name, found)
      deepest = Math.max(before, deepest)
    }
    deepest = Math.max(deepest, above.length + found.height)
    if (deepest > maxChain) throw undecidableDocument
    return found.node
  }

  return {
    outcomes,
    outcome: (key: string): Node => outcome(key, []),
    /** Returns the contexts for which a condition of a flag is true: neither unknown nor an error. */
    holds: (one: Condition, flag: FlagDocument): Node =>
      map(condition(one, flag.salt, [flag.key]), (end) => (end === truths.yes ? diagrams.yes : diagrams.no)),
  }
}

/** Converts a result to the engine's truth value. */
const thrown = (truth: TruthEnd): 0 | 1 | -1 => {
  if (truth === truths.fatal) throw general
  return truth === truths.unknown ? -1 : truth
}
