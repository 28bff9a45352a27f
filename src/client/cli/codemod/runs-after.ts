import { isFunction, isIn, type Node } from './node.ts'
import { asNode, type Parsed } from './parse.ts'

/**
 * Whether a name is read only after its declaration has run. It must follow the declaration, and so must every call of
 * a function around it that could run earlier. `switch` cases have no order, because a case can be entered past
 * another.
 */
export function runsAfter(name: Node, declaration: Node, file: Parsed, open: Set<Node> = new Set()): boolean {
  const hoisted = around(name, declaration).filter((one) => one.type === 'FunctionDeclaration')
  // A name above its declaration must be inside a function that is called later.
  if (name.start < declaration.end) return hoisted.some((one) => isCalledAfter(one, declaration, file, open))
  return !inCases(declaration, name) && hoisted.every((one) => isCalledAfter(one, declaration, file, open))
}

/** The nodes around a name that are not also around a declaration. */
const around = (name: Node, declaration: Node): Node[] => {
  const found: Node[] = []
  for (let at = name.parent; at !== null && !isIn(declaration, at); at = at.parent) found.push(at)
  return found
}

const inCases = (declaration: Node, name: Node): boolean => {
  for (let at = declaration.parent; at !== null && !isFunction(at); at = at.parent) {
    if (at.type === 'SwitchCase' && !isIn(name, at)) return true
    if (at.type === 'SwitchCase' || at.type === 'BlockStatement') return false
  }
  return false
}

function isCalledAfter(called: Node, declaration: Node, file: Parsed, open: Set<Node>): boolean {
  if (open.has(called)) return true
  open.add(called)
  const id = called['id']
  const variable = id === null || id === undefined ? undefined : file.variableOf(asNode(id))
  if (variable === undefined) return false
  return variable.references.every(({ identifier }) => {
    const name = asNode(identifier)
    if (isIn(name, called)) return true
    if (name.parent?.type === 'ExportSpecifier') return true
    return runsAfter(name, declaration, file, open)
  })
}
