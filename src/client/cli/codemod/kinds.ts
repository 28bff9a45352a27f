import { child, list, type Node, unwrapped, word } from './node.ts'
import { asNode, type Parsed } from './parse.ts'

/** Flag keys by the name that the program calls them by. */
type Names = ReadonlyMap<string, string>

/** The role of an expression in using flags. */
export type Kind =
  | { readonly is: 'import'; readonly module: string; readonly name: string }
  | { readonly is: 'declarations'; readonly names: Names }
  | { readonly is: 'client'; readonly names: Names }
  | { readonly is: 'calls'; readonly names: Names }
  | { readonly is: 'flag' | 'call'; readonly key: string }
  | { readonly is: 'method'; readonly name: string; readonly of: Kind }
  | { readonly is: 'openfeature'; readonly waits: boolean }
  | { readonly is: 'define' }
  /** A namespace with everything that a module exports. */
  | { readonly is: 'module'; readonly path: string; readonly member: (name: string) => Kind | undefined }

/** Resolves a named export of a module of the program. */
export type Exported = (from: string, module: string, name: string) => Kind | undefined

const isSdk = (module: string): boolean => module === '@fanion/sdk' || module.startsWith('@fanion/sdk/')
const isOpenFeature = (module: string): boolean => module.startsWith('@openfeature/')
const clients = new Set(['Fanion', 'BoundFanion', 'PageFanion', 'RequestFanion', 'TestFanion'])

/** Classifies expressions of a file. Returns undefined for anything it cannot follow, so no wrong claim is made. */
export function createKinds(file: Parsed, exported: Exported): (node: Node) => Kind | undefined {
  const found = new Map<Node, Kind | undefined>()
  const kindOf = (node: Node): Kind | undefined => {
    if (found.has(node)) return found.get(node)
    found.set(node, undefined)
    const kind = ofNode(node)
    found.set(node, kind)
    return kind
  }
  const ofNode = (node: Node): Kind | undefined => {
    const inner = unwrapped(node)
    if (inner.type === 'AwaitExpression' || inner.type === 'ChainExpression') {
      const held = child(inner, 'argument') ?? child(inner, 'expression')
      return held && kindOf(held)
    }
    if (inner.type === 'Identifier' || inner.type === 'JSXIdentifier') return ofName(inner)
    if (inner.type === 'MemberExpression') {
      const object = child(inner, 'object')
      const name = memberName(inner)
      if (object?.type === 'ThisExpression' && name !== undefined) return ofField(inner, name)
      return object && name !== undefined ? member(kindOf(object), name) : undefined
    }
    if (inner.type === 'ObjectExpression') return ofObject(inner)
    return inner.type === 'CallExpression' ? ofCall(inner) : undefined
  }
  /** Spread declarations: `{ ...shared, ...own }`. */
  const ofObject = (object: Node): Kind | undefined => {
    const names = new Map<string, string>()
    for (const one of list(object, 'properties')) {
      const held = child(one, one.type === 'SpreadElement' ? 'argument' : 'value')
      const kind = held && kindOf(held)
      if (one.type === 'SpreadElement' && kind?.is === 'declarations')
        for (const [name, key] of kind.names) names.set(name, key)
      else {
        const name = nameOfProperty(one)
        if (kind?.is !== 'flag' || name === undefined) return undefined
        names.set(name, kind.key)
      }
    }
    return names.size === 0 ? undefined : { is: 'declarations', names }
  }
  const ofName = (node: Node): Kind | undefined => {
    const [def, ...others] = file.variableOf(node)?.defs ?? []
    if (def === undefined || others.length > 0) return undefined
    const own = asNode(def.node)
    if (def.type === 'ImportBinding') return ofImport(own)
    if (def.type === 'Parameter') return ofParameter(own, asNode(def.name))
    const [id, init] = [child(own, 'id'), child(own, 'init')]
    if (def.type !== 'Variable' || id === undefined) return undefined
    // The declared type also applies if the variable is assigned later.
    if (own.parent?.['kind'] !== 'const' || init === undefined)
      return id.type === 'Identifier' ? ofType(typeOf(id)) : undefined
    if (id.type === 'Identifier') return kindOf(init) ?? ofType(typeOf(id))
    const path = pathTo(id, asNode(def.name))
    return path?.reduce<Kind | undefined>((kind, name) => member(kind, name), kindOf(init))
  }
  const ofImport = (specifier: Node): Kind | undefined => {
    const module = sourceOf(specifier.parent)
    if (module === undefined) return undefined
    const imported = child(specifier, 'imported')
    const name =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (word(imported, 'name') ?? word(imported, 'value') ?? '')
    return isSdk(module) || isOpenFeature(module) ? { is: 'import', module, name } : exported(file.file, module, name)
  }
  const ofParameter = (around: Node, name: Node): Kind | undefined => {
    if (typeOf(name)) return ofType(typeOf(name))
    for (const one of list(around, 'params')) {
      const pattern = one.type === 'AssignmentPattern' ? child(one, 'left') : one
      const path = pattern?.type === 'ObjectPattern' ? pathTo(pattern, name) : undefined
      if (pattern && path) return ofType(path.reduce<Node | undefined>(memberType, typeOf(pattern)))
    }
    return undefined
  }
  /** A field of the surrounding class, by its declared type: it cannot contain anything else. */
  const ofField = (node: Node, name: string): Kind | undefined => {
    const field = fieldsAround(node).find((one) => nameOfField(one) === name)
    return field && ofType(typeOf(field.type === 'TSParameterProperty' ? (child(field, 'parameter') ?? field) : field))
  }
  /** The type of a member, if both types are declared in this file. */
  const memberType = (type: Node | undefined, name: string): Node | undefined => {
    const typeName = type?.type === 'TSTypeReference' ? child(type, 'typeName') : undefined
    const [def] = typeName?.type === 'Identifier' ? (file.variableOf(typeName)?.defs ?? []) : []
    const declared = def && asNode(def.node)
    const body =
      declared?.type === 'TSInterfaceDeclaration'
        ? child(declared, 'body')
        : declared?.type === 'TSTypeAliasDeclaration'
          ? child(declared, 'typeAnnotation')
          : type
    const members = body === undefined ? [] : list(body, body.type === 'TSInterfaceBody' ? 'body' : 'members')
    const found = members.find((one) => one.type === 'TSPropertySignature' && nameOfField(one) === name)
    return found && typeOf(found)
  }
  const ofType = (type: Node | undefined): Kind | undefined => {
    const typeName = type?.type === 'TSTypeReference' ? child(type, 'typeName') : undefined
    const kind = typeName?.type === 'Identifier' ? ofName(typeName) : undefined
    if (kind?.is !== 'import' || !isSdk(kind.module) || !clients.has(kind.name)) return undefined
    const given = type && child(type, 'typeArguments')
    const [query] = given === undefined ? [] : list(given, 'params')
    const of = query?.type === 'TSTypeQuery' ? child(query, 'exprName') : undefined
    const declared = of && kindOf(of)
    return declared?.is === 'declarations' ? { is: 'client', names: declared.names } : undefined
  }
  const ofCall = (node: Node): Kind | undefined => {
    const callee = child(node, 'callee')
    const kind = callee && kindOf(callee)
    const [first] = list(node, 'arguments')
    if (kind?.is === 'define') return first && declared(first)
    if (kind?.is === 'method') {
      if (kind.of.is === 'client' && kind.name === 'for') return kind.of
      if (kind.of.is === 'import' && kind.name === 'getClient')
        return { is: 'openfeature', waits: kind.of.module.includes('server') }
      return kind.name === 'details' ? kind : undefined
    }
    if (kind?.is !== 'import') return undefined
    if (isOpenFeature(kind.module))
      return kind.name === 'useOpenFeatureClient' ? { is: 'openfeature', waits: false } : undefined
    switch (kind.name) {
      case 'defineFlags':
        return first ? declared(first) : { is: 'define' }
      case 'createFanion': {
        const flags = first && propertyOf(first, 'flags')
        const names = flags && kindOf(flags)
        return names?.is === 'declarations' ? { is: 'client', names: names.names } : undefined
      }
      case 'testFanion': {
        const names = first && kindOf(first)
        return names?.is === 'declarations' ? { is: 'client', names: names.names } : undefined
      }
      case 'perRequest': {
        const client = first && kindOf(first)
        return client?.is === 'client' ? client : undefined
      }
      case 'useFlagDetails': {
        const flag = first && kindOf(first)
        return flag?.is === 'flag' ? { is: 'method', name: 'details', of: flag } : undefined
      }
      default:
        return undefined
    }
  }
  return kindOf
}

/** What `object.name` is. */
const member = (kind: Kind | undefined, name: string): Kind | undefined => {
  switch (kind?.is) {
    case 'client':
      return name === 'flags' ? { is: 'calls', names: kind.names } : { is: 'method', name, of: kind }
    case 'declarations':
    case 'calls': {
      const key = kind.names.get(name)
      return key === undefined ? undefined : { is: kind.is === 'calls' ? 'call' : 'flag', key }
    }
    case 'module':
      return kind.member(name)
    case 'import':
      return kind.name === '*' ? { ...kind, name } : { is: 'method', name, of: kind }
    case 'call':
    case 'openfeature':
      return { is: 'method', name, of: kind }
    default:
      return undefined
  }
}

export const memberName = (node: Node): string | undefined => {
  const property = child(node, 'property')
  if (property === undefined) return undefined
  if (property.type === 'PrivateIdentifier') return `#${word(property, 'name')}`
  if (node['computed'] !== true) return word(property, 'name')
  const inner = unwrapped(property)
  return inner.type === 'Literal' ? word(inner, 'value') : undefined
}

/** The annotated type of a name, pattern or field. */
const typeOf = (node: Node): Node | undefined => {
  const annotation = child(node, 'typeAnnotation')
  return annotation && child(annotation, 'typeAnnotation')
}

/** The fields of the class that an expression’s `this` refers to, including parameter properties of its constructor. */
const fieldsAround = (node: Node): readonly Node[] => {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === 'ClassBody') {
      const members = list(at, 'body')
      const made = members.find((one) => one['kind'] === 'constructor')
      const given = made && child(made, 'value')
      return [...members, ...(given === undefined ? [] : list(given, 'params'))]
    }
    const isOther = at.type === 'FunctionDeclaration' || at.type === 'FunctionExpression'
    if (isOther && at.parent?.type !== 'MethodDefinition') return []
  }
  return []
}

const nameOfField = (field: Node): string | undefined => {
  if (field['computed'] === true || field['static'] === true) return undefined
  const parameter = field.type === 'TSParameterProperty' ? child(field, 'parameter') : undefined
  const named = parameter?.type === 'AssignmentPattern' ? child(parameter, 'left') : parameter
  const key = parameter === undefined ? child(field, 'key') : named
  if (key?.type === 'PrivateIdentifier') return `#${word(key, 'name')}`
  return word(key, 'name') ?? word(key, 'value')
}

/** The property path from a value to a name in a destructuring pattern. */
function pathTo(pattern: Node, name: Node): string[] | undefined {
  if (pattern === name) return []
  if (pattern.type !== 'ObjectPattern') return undefined
  for (const property of list(pattern, 'properties')) {
    const [key, value] = [child(property, 'key'), child(property, 'value')]
    const rest = value && property['computed'] !== true ? pathTo(value, name) : undefined
    const own = word(key, 'name') ?? word(key, 'value')
    if (rest && own !== undefined) return [own, ...rest]
  }
  return undefined
}

const propertyOf = (object: Node, name: string): Node | undefined => {
  const inner = unwrapped(object)
  if (inner.type !== 'ObjectExpression') return undefined
  const property = list(inner, 'properties').find((one) => nameOfProperty(one) === name)
  return property && child(property, 'value')
}

export const nameOfProperty = (property: Node): string | undefined => {
  if (property.type !== 'Property' || property['computed'] === true) return undefined
  const key = child(property, 'key')
  return word(key, 'name') ?? word(key, 'value')
}

const sourceOf = (declaration: Node | null | undefined): string | undefined =>
  declaration ? word(child(declaration, 'source'), 'value') : undefined

/** The names and keys in the argument of `defineFlags`. */
function declared(object: Node): Kind | undefined {
  const inner = unwrapped(object)
  if (inner.type !== 'ObjectExpression') return undefined
  const names = new Map<string, string>()
  for (const property of list(inner, 'properties')) {
    const name = nameOfProperty(property)
    const value = child(property, 'value')
    if (name !== undefined && value !== undefined) names.set(name, keyOf(value) ?? name)
  }
  return { is: 'declarations', names }
}

function keyOf(declaration: Node): string | undefined {
  const inner = unwrapped(declaration)
  const object = inner.type === 'CallExpression' ? list(inner, 'arguments')[1] : inner
  const key = object && propertyOf(object, 'key')
  return word(key, 'value')
}
