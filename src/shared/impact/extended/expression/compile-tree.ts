import type { Serve } from '../../../schemas/split.ts'
import type { Node } from '../../diagram.ts'
import { nameOfPart } from '../collect.ts'
import type { ExtendedCompiler } from '../compiler.ts'
import type { FlagExpression, Tree, Truth } from './parts.ts'

/** The outcomes for the results of an expression. */
export interface Ends {
  readonly nothing: Node
  readonly error: Node
  readonly variant: (text: string) => Node
  readonly serve: (serve: Serve) => Node
  readonly whole: (asked: FlagExpression) => Node
}

/** Compiles an expression's tree to a diagram of outcomes. */
export const expressionNode = (tree: Tree, compiler: ExtendedCompiler, ends: Ends): Node => {
  const { truths, model } = compiler
  const { end, look, sizes } = model.diagrams
  const atLevel = (level: number, endIn: (cell: number) => number): Node =>
    look(
      level,
      Array.from({ length: sizes[level] as number }, (_, cell) => end(endIn(cell))),
    )

  const truthNode = (truth: Truth): Node => {
    switch (truth.kind) {
      case 'constant':
        return end(truth.end)
      case 'atom': {
        const reading = model.extended.reading(truth.atom.read)
        const { at, endIn } = reading.answers.atom(nameOfPart(truth.atom))
        return atLevel(model.levelOf(reading) + 1 + at, endIn)
      }
      case 'whole': {
        const { level, endOf } = model.extended.truth(truth.asked)
        return atLevel(level, endOf)
      }
      case 'all':
        return truths.inTurn(truth.of.map(truthNode), 0, false)
      case 'any':
        return truths.inTurn(truth.of.map(truthNode), 1, false)
      case 'not':
        return truths.not(truthNode(truth.of))
      case 'query':
        return truths.cases(truthNode(truth.of), { yes: end(1), no: end(0), unknown: end(0), fatal: end(0) })
      case 'if':
        return truths.cases(truthNode(truth.test), {
          ...{ yes: truthNode(truth.yes), no: truthNode(truth.no) },
          ...{ unknown: truths.unknown, fatal: truths.fatal },
        })
      default:
        throw truth satisfies never
    }
  }

  const node = (one: Tree): Node => {
    switch (one.kind) {
      case 'nothing':
        return ends.nothing
      case 'error':
        return ends.error
      case 'text':
        return ends.variant(one.text)
      case 'serve':
        return ends.serve(one.serve)
      case 'whole':
        return ends.whole(one.asked)
      case 'if':
        return truths.cases(truthNode(one.test), {
          ...{ yes: node(one.yes), no: node(one.no) },
          ...{ unknown: ends.error, fatal: ends.error },
        })
      default:
        throw one satisfies never
    }
  }
  return node(tree)
}
