import { child, list, type Node, unwrapped, word } from './node.ts'
import { ours, type Parsed } from './parse.ts'

/** The names by which a program calls its flags, and their keys. */
export type Names = ReadonlyMap<string, string>

/** What an expression is, as far as it is about flags. */
export type Kind =
  | { readonly is: 'import'; readonly module: string; readonly name: string }
  | { readonly is: 'declarations'; readonly names: Names }
  | { readonly is: 'client'; readonly names: Names }
  | { readonly is: 'calls'; readonly names: Names }
  | { readonly is: 'flag' | 'call'; readonly key: string }
  | { readonly is: 'method'; readonly name: string; readonly of: Kind }
  | { readonly is: 'openfeature'; readonly waits: boolean }
  | { readonly is: 'define' }

/** What a module of the program gives under a name. */
export type Exported = (from: string, module: string, name: string) => Kind | undefined

const isSdk = (module: string): boolean => module === '@fanion/sdk' || module.startsWith('@fanion/sdk/')
const isOpenFeature = (module: string): boolean => module.startsWith('@openfeature/')
const clients = new Set(['Fanion', 'BoundFanion', 'PageFanion', 'RequestFanion', 'TestFanion'])

/** Tells what expressions of a file are. What cannot be followed is nothing: no claim is made about it. */
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
    if (inner.type === 'Identifier') return ofName(inner)
    if (inner.type === 'MemberExpression') {
      const object = child(inner, 'object')
      const name = memberName(inner)
      return object && name !== undefined ? member(kindOf(object), name) : undefined
    }
    return inner.type === 'CallExpression' ? ofCall(inner) : undefined
  }
  const ofName = (node: Node): Kind | undefined => {
    const [def, ...others] = file.variableOf(node)?.defs ?? []
    if (def === undefined || others.length > 0) return undefined
    const own = ours(def.node)
    if (def.type === 'ImportBinding') return ofImport(own)
    if (def.type === 'Parameter') return ofType(ours(def.name))
    if (def.type !== 'Variable' || own.parent?.['kind'] !== 'const') return undefined
    const [id, init] = [child(own, 'id'), child(own, 'init')]
    if (id === undefined || init === undefined) return undefined
    if (id.type === 'Identifier') return kindOf(init) ?? ofType(id)
    const path = pathTo(id, ours(def.name))
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
  const ofType = (name: Node): Kind | undefined => {
    const annotation = child(name, 'typeAnnotation')
    const type = annotation && child(annotation, 'typeAnnotation')
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
  if (node['computed'] !== true) return word(property, 'name')
  const inner = unwrapped(property)
  return inner.type === 'Literal' ? word(inner, 'value') : undefined
}

/** The properties that lead from a value to a name in a pattern. */
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

export const propertyOf = (object: Node, name: string): Node | undefined => {
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

/** The names and keys in what `defineFlags` is given. */
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
