import { canonicalJson } from '../../../datafile/canonical-json.ts'
import { expressionText } from '../../../engine/extended/cost.ts'
import { jsonlogic } from '../../../engine/extended/jsonlogic.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { everyModule } from '../every-module.ts'
import { type Atom, truthOf } from './atom.ts'
import { fractionalServe } from './fractional-serve.ts'
import type { FlagExpression, Tree, Truth } from './parts.ts'
import { queryTree } from './query-tree.ts'
import { operationOf, overOneValue, readsOf, withFlagKey } from './variables.ts'

/** Longer expressions are evaluated as a whole, with their own budget. */
const longest = 100_000

/** Operations with a boolean result, which may end the flag. */
const decides: ReadonlySet<string> = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', '!', '!!', 'in'])

/** Decomposes an expression into a decision tree, as far as what it reads is constant. */
export const treeOf = ({ expr, dialect, flagKey }: FlagExpression): Tree => {
  const part = (node: Json): FlagExpression => ({ expr: node, dialect, flagKey })
  if (canonicalJson(expr).length > longest) return { kind: 'whole', asked: part(expr) }
  // Its operations read and compare values differently.
  if (dialect === 'query') return queryTree(part(expr)) ?? { kind: 'whole', asked: part(expr) }

  const truth = (node: Json): Truth => {
    const { name, args } = operationOf(node) ?? { name: '', args: [] }
    if (name === 'and' || name === 'or') {
      const of = args.map(truth)
      return of.length === 0 ? { kind: 'constant', end: 0 } : { kind: name === 'and' ? 'all' : 'any', of }
    }
    if (name === '!' && args.length === 1) return { kind: 'not', of: truth(args[0] ?? null) }
    if (name === '!!' && args.length === 1) return truth(args[0] ?? null)
    if (name === 'if') return branches(args, truth, { kind: 'constant', end: 0 })
    const reads = readsOf(node)
    if (reads === undefined) return { kind: 'whole', asked: part(node) }
    const [path, ...others] = reads
    if (path === undefined)
      return { kind: 'constant', end: truthOf(node, dialect, { flagKey, nowMs: 0 })({}) as 0 | 1 | 3 }
    const names = path.split('.')
    if (others.length > 0 || (names[0] === '$flag' && path !== '$flag.timestamp'))
      return { kind: 'whole', asked: part(node) }
    const read: Atom['read'] =
      names[0] === '$flag' ? { firstOf: [], virtual: 'now' } : { firstOf: [names], arrayIndex: true }
    return { kind: 'atom', atom: { read, node: overOneValue(node), dialect } }
  }

  const tree = (node: Json): Tree => {
    const { name, args } = operationOf(node) ?? { name: '', args: [] }
    if (name === 'if') return branches(args, tree, { kind: 'nothing' })
    if ((name === 'and' || name === 'or') && args.length > 0) {
      const [first = null, ...rest] = args
      if (rest.length === 0) return tree(first)
      const further = tree({ [name]: rest })
      const [yes, no] = name === 'and' ? [further, tree(first)] : [tree(first), further]
      return { kind: 'if', test: truth(first), yes, no }
    }
    if (name === 'fractional') {
      const serve = fractionalServe(args, part(node))
      return serve === undefined ? { kind: 'whole', asked: part(node) } : serve
    }
    const reads = readsOf(node)
    if (reads?.size === 0) return constant(node)
    if (decides.has(name))
      return { kind: 'if', test: truth(node), yes: { kind: 'text', text: 'true' }, no: { kind: 'text', text: 'false' } }
    return { kind: 'whole', asked: part(node) }
  }

  const constant = (node: Json): Tree => {
    try {
      const result = jsonlogic(node, dialect, everyModule)({}, { flagKey, nowMs: 0 })
      return result === null || result === undefined
        ? { kind: 'nothing' }
        : { kind: 'text', text: expressionText(result) }
    } catch {
      return { kind: 'error' }
    }
  }

  function branches<T extends { readonly kind: string }>(
    args: readonly Json[],
    of: (node: Json) => T,
    otherwise: T,
  ): T | { kind: 'if'; test: Truth; yes: T; no: T } {
    const [test, yes, ...rest] = args
    if (test === undefined) return otherwise
    if (yes === undefined) return of(test)
    return { kind: 'if', test: truth(test), yes: of(yes), no: branches(rest, of, otherwise) as T }
  }

  return tree(withFlagKey(expr, flagKey))
}

/** Callbacks for every test in a tree. */
export interface TreeVisitor {
  readonly atom: (atom: Atom) => void
  readonly truth: (asked: FlagExpression) => void
  readonly whole: (asked: FlagExpression) => void
  readonly serve: (serve: Serve) => void
}

export const visitTree = (tree: Tree, visitor: TreeVisitor): void => {
  if (tree.kind === 'whole') visitor.whole(tree.asked)
  else if (tree.kind === 'serve') visitor.serve(tree.serve)
  else if (tree.kind === 'if') {
    visitTruth(tree.test, visitor)
    visitTree(tree.yes, visitor)
    visitTree(tree.no, visitor)
  }
}

const visitTruth = (truth: Truth, visitor: TreeVisitor): void => {
  if (truth.kind === 'atom') visitor.atom(truth.atom)
  else if (truth.kind === 'whole') visitor.truth(truth.asked)
  else if (truth.kind === 'not' || truth.kind === 'query') visitTruth(truth.of, visitor)
  else if (truth.kind === 'all' || truth.kind === 'any') for (const one of truth.of) visitTruth(one, visitor)
  else if (truth.kind === 'if') for (const one of [truth.test, truth.yes, truth.no]) visitTruth(one, visitor)
}
