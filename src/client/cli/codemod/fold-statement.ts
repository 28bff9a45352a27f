import type { Edit, Part } from './edits.ts'
import type { Fold } from './fold-expression.ts'
import { child, isFunction, list, type Node, siblingsOf, walk, word } from './node.ts'
import { asNode } from './parse.ts'
import { boundNames, declares, indentAt, moved, varsOf, withComments } from './statements.ts'
import { replacedEndMarker as endMark, knownValueOf, removedMarker, writtenOf } from './value.ts'

/** Simplifies a statement whose condition is known. Returns undefined if it stays unchanged. */
export function foldStatement(node: Node, fold: Fold): Edit | undefined {
  const test = child(node, 'test')
  const known = test && knownValueOf(test, fold.values)
  switch (node.type) {
    case 'IfStatement': {
      if (!known) return undefined
      const [kept, lost] = known.value ? ['consequent', 'alternate'] : ['alternate', 'consequent']
      return become(node, fold, known.before, child(node, kept), [child(node, lost)])
    }
    case 'WhileStatement':
      if (!known || known.value || known.before.length > 0) return undefined
      return become(node, fold, [], undefined, [child(node, 'body')])
    case 'ForStatement':
      if (!known || known.value || known.before.length > 0 || child(node, 'init')) return undefined
      return become(node, fold, [], undefined, [child(node, 'body')])
    case 'DoWhileStatement': {
      const body = child(node, 'body')
      if (!known || known.value || known.before.length > 0 || body === undefined || isLeft(body)) return undefined
      return become(node, fold, [], body, [])
    }
    case 'SwitchStatement':
      return foldSwitch(node, fold)
    default:
      return undefined
  }
}

/** Whether a loop or `switch` body contains a `break` or `continue` that targets it. */
function isLeft(body: Node): boolean {
  let found = false
  const look = (node: Node, breaks: boolean, continues: boolean): void => {
    walk(node, (one) => {
      if (isFunction(one) || found) return false
      // A label may belong to this loop, so assume that it does.
      if (one.type === 'BreakStatement' && (breaks || child(one, 'label'))) found = true
      if (one.type === 'ContinueStatement' && (continues || child(one, 'label'))) found = true
      if (one === node) return true
      if (one.type === 'SwitchStatement' && breaks) {
        look(one, false, continues)
        return false
      }
      if (/^(For|While|DoWhile|ForIn|ForOf)Statement$/.test(one.type)) {
        look(one, false, false)
        return false
      }
      return true
    })
  }
  look(body, true, true)
  return found
}

/** Replaces a statement with a part of itself or with nothing. `lost` lists the parts that are removed. */
function become(
  node: Node,
  fold: Fold,
  before: readonly Node[],
  kept: Node | undefined,
  lost: readonly (Node | undefined)[],
): Edit {
  const { file } = fold
  const vars = varsOf(
    lost.filter((one) => one !== undefined),
    file,
  )
  const statements = kept === undefined ? [] : kept.type === 'BlockStatement' ? list(kept, 'body') : [kept]
  const isEmpty = statements.length === 0 || (statements.length === 1 && statements[0]?.type === 'EmptyStatement')
  return write(node, fold, { before, vars, kept: isEmpty ? undefined : kept, statements: isEmpty ? [] : statements })
}

type Written = {
  readonly before: readonly Node[]
  readonly vars: string
  /** The block or statement that is kept, if there is one. */
  readonly kept: Node | undefined
  readonly statements: readonly Node[]
  /** If true, `kept` is not a block whose braces can be reused. */
  readonly isLoose?: boolean
}

function write(node: Node, { file }: Fold, { before, vars, kept, statements, isLoose }: Written): Edit {
  const { text } = file
  const isListed = siblingsOf(node) !== undefined
  const outer = indentAt(text, node.start)
  const indent = isListed ? outer : `${outer}  `
  const effects = before.flatMap((one): Part[] => [...effect(text, one), `\n${indent}`])
  const first = vars === '' ? [] : [`${vars}\n${indent}`]
  if (statements.length === 0 && before.length === 0 && vars === '') {
    if (!isListed) return emptied(node)
    return { ...withComments(file, node), parts: [removedMarker] }
  }
  const inner = kept === undefined && statements.length === 0 ? [] : contents(file, kept, statements, indent)
  const [from, to] = [statements[0], statements.at(-1)]
  const mustBlock =
    from !== undefined && to !== undefined && declares(statements) && !(isListed && canOpen(node, statements, text))
  const body: Part[] = mustBlock
    ? kept?.type === 'BlockStatement' && !isLoose
      ? [
          ...moved(file, kept.start, kept.end - 1, indentAt(text, kept.start), indent),
          `\n${indent}${endMark}\n${indent}}`,
        ]
      : [`{\n${indent}`, ...inner, `\n${indent}${endMark}\n${indent}}`]
    : inner
  const tail: Part[] = [`\n${indent}${endMark}`]
  const parts: Part[] = [`${removedMarker}\n${indent}`, ...first, ...effects, ...body, ...tail]
  if (isListed) return { start: node.start, end: node.end, parts }
  if (mustBlock && first.length === 0 && effects.length === 0) return { start: node.start, end: node.end, parts: body }
  return { start: node.start, end: node.end, parts: [`{\n${indent}`, ...parts, `\n${outer}}`] }
}

/**
 * Whether a block’s declarations can move to the surrounding list: nothing around it, including parameters, uses one of
 * their names. Excludes functions, which hoist differently, and `switch` cases, which share one scope.
 */
function canOpen(node: Node, statements: readonly Node[], text: string): boolean {
  const { parent: holder } = node
  if (holder === null || holder.type === 'SwitchCase') return false
  const own = statements.filter((one) => declares([one]))
  if (!own.every((one) => one.type === 'VariableDeclaration')) return false
  const around = holder.parent ?? holder
  const rest = text.slice(around.start, node.start) + text.slice(node.end, around.end)
  const names = boundNames(own.flatMap((one) => list(one, 'declarations').flatMap((each) => child(each, 'id') ?? [])))
  const isUsed = (name: string) => new RegExp(`(?<![\\w$])${name.replaceAll('$', String.raw`\$`)}(?![\\w$])`).test(rest)
  return !/\beval\b/.test(text) && names.every((one) => !isUsed(word(one, 'name') ?? ''))
}

/** The statements of a block without its braces, including their comments. */
function contents(file: Fold['file'], kept: Node | undefined, statements: readonly Node[], indent: string): Part[] {
  const { text } = file
  const [from, to] = [statements[0], statements.at(-1)]
  if (from === undefined || to === undefined) return []
  const isBlock = kept?.type === 'BlockStatement'
  const limit = isBlock ? kept.end - 1 : to.end
  const start = isBlock ? kept.start + 1 : from.start
  const begin = start + (/^\s*/.exec(text.slice(start, from.start))?.[0].length ?? 0)
  const stop = Math.max(to.end, limit - (/\s*$/.exec(text.slice(to.end, limit))?.[0].length ?? 0))
  const was = indentAt(text, from.start)
  return [...moved(file, begin, to.end, was, indent), ...(stop > to.end ? moved(file, to.end, stop, was, indent) : [])]
}

/** An expression as a statement, in parentheses if it would otherwise parse as something else. */
const effect = (text: string, one: Node): Part[] =>
  /^(\{|function|class|async\s+function|let\s*\[|['"])/.test(text.slice(one.start, one.start + 20))
    ? ['(', [one.start, one.end], ');']
    : [[one.start, one.end], ';']

/**
 * Empties a statement that is the body of another. Removes the `else` unless another `else` would then bind
 * differently.
 */
function emptied(node: Node): Edit {
  const { parent } = node
  const consequent =
    parent?.type === 'IfStatement' && parent['alternate'] === node ? child(parent, 'consequent') : undefined
  if (consequent && parent && siblingsOf(parent) !== undefined)
    return { start: consequent.end, end: node.end, parts: [] }
  return { start: node.start, end: node.end, parts: ['{}'] }
}

/** Replaces a `switch` over a known value with the statements of the matching case, if they end in one place. */
function foldSwitch(node: Node, fold: Fold): Edit | undefined {
  const discriminant = child(node, 'discriminant')
  const known = discriminant && knownValueOf(discriminant, fold.values)
  if (!known || typeof known.value === 'object') return undefined
  const cases = list(node, 'cases')
  const values = cases.map((one) => {
    const test = child(one, 'test')
    return test && (writtenOf(test) ?? knownValueOf(test, fold.values))
  })
  const isTold = cases.every((one, at) => child(one, 'test') === undefined || values[at] !== undefined)
  if (!isTold) return undefined
  const matched = values.findIndex((one) => one?.value === known.value)
  const begin = matched === -1 ? cases.findIndex((one) => child(one, 'test') === undefined) : matched
  const all = begin === -1 ? [] : cases.slice(begin).flatMap(flat)
  const stop = all.findIndex((one) =>
    ['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(one.type),
  )
  const last = all[stop]
  const isOwnBreak = last?.type === 'BreakStatement' && child(last, 'label') === undefined
  const kept = all.slice(0, stop === -1 ? undefined : isOwnBreak ? stop : stop + 1)
  if (kept.some((one) => one.type !== 'BreakStatement' && breaksOut(one))) return undefined
  const lost = cases
    .flatMap((one) => list(one, 'consequent'))
    .filter((one) => !kept.some((k) => k.start >= one.start && k.end <= one.end))
  const isNamed = fold.file.variables.some((variable) => {
    const isLost = variable.defs.some((def) => lost.some((one) => isDeclaredBy(asNode(def.node), one)))
    return isLost && variable.references.some(({ identifier }) => kept.some((one) => isWithin(asNode(identifier), one)))
  })
  if (isNamed) return undefined
  // The statements of several cases are not contiguous in the source, so each one is moved separately.
  const { file } = fold
  const indent = indentAt(file.text, node.start)
  const vars = varsOf(lost, file)
  const parts = kept.flatMap((one, at): Part[] => [
    ...(at > 0 ? [`\n${indent}${removedMarker}\n${indent}`] : []),
    ...moved(file, withAbove(file, one), one.end, indentAt(file.text, one.start), indent),
  ])
  const before = known.before.flatMap((one): Part[] => [...effect(file.text, one), `\n${indent}`])
  const head = vars === '' ? [] : [`${vars}\n${indent}`]
  const isListed = siblingsOf(node) !== undefined
  if (kept.length === 0 && before.length === 0 && vars === '')
    return isListed ? { ...withComments(file, node), parts: [removedMarker] } : emptied(node)
  const block = declares(kept) ? [`{\n${indent}`, ...parts, `\n${indent}${endMark}\n${indent}}`] : parts
  const whole: Part[] = [`${removedMarker}\n${indent}`, ...head, ...before, ...block, `\n${indent}${endMark}`]
  return { start: node.start, end: node.end, parts: isListed ? whole : [`{\n${indent}`, ...whole, `\n${indent}}`] }
}

const withAbove = (file: Fold['file'], statement: Node): number => withComments(file, statement).start

/** The statements of a case, without their braces if these scope no declarations. */
const flat = (one: Node): readonly Node[] => {
  const statements = list(one, 'consequent')
  return statements.flatMap((statement) =>
    statement.type === 'BlockStatement' && !declares(list(statement, 'body')) ? list(statement, 'body') : [statement],
  )
}

const isWithin = (node: Node, outer: Node): boolean => node.start >= outer.start && node.end <= outer.end
const isDeclaredBy = (declaration: Node, statement: Node): boolean => {
  const isBlockLevel =
    statement.type === 'FunctionDeclaration' ||
    statement.type === 'ClassDeclaration' ||
    (statement.type === 'VariableDeclaration' && word(statement, 'kind') !== 'var')
  return isBlockLevel && isWithin(declaration, statement)
}

/** Whether a statement contains a `break` that exits the surrounding `switch`. */
function breaksOut(statement: Node): boolean {
  let found = false
  walk(statement, (one) => {
    if (isFunction(one) || /^(For|While|DoWhile|ForIn|ForOf|Switch)Statement$/.test(one.type)) return false
    if (one.type === 'BreakStatement' && child(one, 'label') === undefined) found = true
    return true
  })
  return found
}
