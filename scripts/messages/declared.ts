import { below, isNode, lastName, type Node, nodesOf, stringOf } from './syntax.ts'

/** What the declared type reveals about a string: an identifier, not a sentence, or UI text. */
export type Declared = 'name' | 'no sentence' | 'text'

/** Returns the type of an annotation: `T` of `: T`. */
const typeOf = (annotation: unknown): Node | undefined => {
  if (!isNode(annotation)) return undefined
  return isNode(annotation, 'TSTypeAnnotation') ? typeOf(annotation['typeAnnotation']) : annotation
}

const argumentsOf = (type: Node): Node[] =>
  isNode(type['typeArguments']) ? nodesOf(type['typeArguments']['params']) : []

/** Types of UI text. */
const ofText = new Set(['ReactNode', 'ReactElement', 'PluralForms'])

/** Types whose elements have the type of their last argument. */
const wrappers = new Set(['Record', 'Array', 'ReadonlyArray', 'Set', 'Map', 'Iterable'])

/**
 * Finds strings of a file that are identifiers by their declared type: members of a union of literals, keys of a type,
 * and results and arguments of the file's own functions. `const order: Verdict[]` contains no UI text.
 */
export const declaredNames = (program: Node): Map<Node, Declared> => {
  const found = new Map<Node, Declared>()
  const aliases = new Map<string, Node>()
  const functions = new Map<string, Node>()

  /** Resolves aliases of this file and removes `readonly`. */
  const resolved = (type: Node | undefined): Node | undefined => {
    if (type?.type === 'TSTypeOperator' && type['operator'] === 'readonly')
      return resolved(typeOf(type['typeAnnotation']))
    if (type?.type === 'TSParenthesizedType') return resolved(typeOf(type['typeAnnotation']))
    if (type?.type !== 'TSTypeReference') return type
    const name = lastName(type['typeName']) ?? ''
    if (name === 'Partial' || name === 'Readonly' || name === 'Required') return resolved(argumentsOf(type)[0])
    const alias = aliases.get(name)
    return alias === undefined ? type : resolved(alias)
  }

  const declaredOf = (of: Node | undefined): Declared | undefined => {
    const type = resolved(of)
    switch (type?.type) {
      case 'TSLiteralType':
      case 'TSTemplateLiteralType':
        return 'name'
      case 'TSNullKeyword':
      case 'TSUndefinedKeyword':
      case 'TSNumberKeyword':
      case 'TSBooleanKeyword':
        return 'name'
      case 'TSTypeOperator':
        return type['operator'] === 'keyof' ? 'name' : undefined
      case 'TSUnionType': {
        const all = nodesOf(type['types']).map(declaredOf)
        return all.includes(undefined) ? undefined : all.includes('no sentence') ? 'no sentence' : 'name'
      }
      case 'TSTypeReference':
        return ofText.has(lastName(type['typeName']) ?? '') ? undefined : 'no sentence'
      case 'TSIndexedAccessType':
        return 'no sentence'
      default:
        return undefined
    }
  }

  /** Returns the element type of a list, set or record. */
  const memberOf = (of: Node | undefined): Node | undefined => {
    const type = resolved(of)
    if (type?.type === 'TSArrayType') return typeOf(type['elementType'])
    if (type?.type !== 'TSTypeReference' || !wrappers.has(lastName(type['typeName']) ?? '')) return undefined
    return argumentsOf(type).at(-1)
  }

  const propertyOf = (of: Node | undefined, name: string | undefined): Node | undefined => {
    const type = resolved(of)
    const union = type?.type === 'TSUnionType' ? nodesOf(type['types']) : []
    if (union.length > 0) {
      const all = union.map((one) => propertyOf(one, name)).filter((one) => one !== undefined)
      return all.length === 1 ? all[0] : undefined
    }
    if (type?.type === 'TSIntersectionType')
      return nodesOf(type['types'])
        .map((one) => propertyOf(one, name))
        .find((one) => one !== undefined)
    const members =
      type?.type === 'TSTypeLiteral'
        ? nodesOf(type['members'])
        : isNode(type?.['body'])
          ? nodesOf(type['body']['body'])
          : []
    const member = members.find(({ key }) => name !== undefined && lastName(key) === name)
    if (member === undefined) return memberOf(of)
    const own = typeOf(member['typeAnnotation'])
    // for a plain string, the field name is more specific
    return own?.type === 'TSStringKeyword' ? undefined : own
  }

  /** Compares an expression with its declared type. */
  const hold = (value: unknown, type: Node | undefined): void => {
    if (!isNode(value) || type === undefined) return
    switch (value.type) {
      case 'Literal':
      case 'TemplateLiteral': {
        const declared = resolved(type)?.type === 'TSStringKeyword' ? 'text' : declaredOf(type)
        if (declared !== undefined && !found.has(value)) found.set(value, declared)
        return
      }
      case 'ConditionalExpression':
        hold(value['consequent'], type)
        return hold(value['alternate'], type)
      case 'LogicalExpression':
        hold(value['left'], type)
        return hold(value['right'], type)
      case 'ParenthesizedExpression':
      case 'TSNonNullExpression':
        return hold(value['expression'], type)
      case 'ArrayExpression': {
        const tuple = resolved(type)
        const slots = tuple?.type === 'TSTupleType' ? nodesOf(tuple['elementTypes']) : []
        for (const [i, one] of nodesOf(value['elements']).entries())
          hold(one, slots.length > 0 ? tupleSlot(slots[i]) : memberOf(type))
        return
      }
      case 'ObjectExpression':
        for (const one of nodesOf(value['properties']))
          if (one.type === 'Property') hold(one['value'], propertyOf(type, lastName(one['key'])))
        return
      case 'ArrowFunctionExpression':
      case 'FunctionExpression': {
        const signature = resolved(type)
        if (signature?.type === 'TSFunctionType') holdReturns(value, typeOf(signature['returnType']))
        return
      }
      default:
    }
  }

  const tupleSlot = (slot: Node | undefined): Node | undefined =>
    slot?.type === 'TSNamedTupleMember' ? typeOf(slot['elementType']) : slot

  const holdReturns = (node: Node, type: Node | undefined): void => {
    if (type === undefined) return
    if (!isNode(node['body'], 'BlockStatement')) return hold(node['body'], type)
    const returns = (inside: Node): void => {
      if (inside.type === 'ReturnStatement') return hold(inside['argument'], type)
      if (!/Function/.test(inside.type)) for (const one of below(inside)) returns(one)
    }
    returns(node['body'])
  }

  const collect = (node: Node): void => {
    const name = lastName(node['id'])
    if (name !== undefined && node.type === 'TSTypeAliasDeclaration') {
      const type = typeOf(node['typeAnnotation'])
      if (type !== undefined) aliases.set(name, type)
    }
    if (name !== undefined && node.type === 'TSInterfaceDeclaration') aliases.set(name, node)
    if (name !== undefined && node.type === 'FunctionDeclaration') functions.set(name, node)
    if (name !== undefined && node.type === 'VariableDeclarator' && isNode(node['init'], 'ArrowFunctionExpression'))
      functions.set(name, node['init'])
    for (const one of below(node)) collect(one)
  }

  const look = (node: Node): void => {
    if (isNode(node['id']) && node.type === 'VariableDeclarator')
      hold(node['init'], typeOf(node['id']['typeAnnotation']))
    if (node.type === 'AssignmentPattern' && isNode(node['left']))
      hold(node['right'], typeOf(node['left']['typeAnnotation']))
    if (node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression') {
      const type = typeOf(node['typeAnnotation'])
      const isConst = lastName(type?.['typeName']) === 'const'
      // `'good' as const` narrows to a member of a union, which sentences do not need
      if (isConst && stringOf(node['expression']) !== undefined && isNode(node['expression']))
        found.set(node['expression'], 'name')
      if (!isConst) hold(node['expression'], type)
    }
    if (/Function/.test(node.type)) holdReturns(node, typeOf(node['returnType']))
    if (node.type === 'CallExpression') {
      const own = isNode(node['callee'], 'Identifier') ? functions.get(lastName(node['callee']) ?? '') : undefined
      const params = nodesOf(own?.['params'])
      for (const [i, arg] of nodesOf(node['arguments']).entries()) {
        const param = params[i]
        const left = param?.type === 'AssignmentPattern' ? param['left'] : param
        if (isNode(left) && left.type !== 'RestElement') hold(arg, typeOf(left['typeAnnotation']))
      }
    }
    for (const one of below(node)) look(one)
  }

  collect(program)
  look(program)
  return found
}
