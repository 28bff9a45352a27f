import { type Kind, memberName, nameOfProperty } from './kinds.ts'
import { child, list, type Node, unwrapped, walk, word, wrapped } from './node.ts'

/** A place where a program takes the value of a flag. */
export type Read = {
  readonly key: string
  /** The expression that gives the value. */
  readonly node: Node
  /** What it is asked with. */
  readonly given: readonly Node[]
  /** Whether the value is waited for. */
  readonly waits: boolean
}

type KindOf = (node: Node) => Kind | undefined

/** The read that an expression is; undefined where it is none, or none that can be told. */
export function readOf(node: Node, kindOf: KindOf): Read | undefined {
  if (node.type === 'MemberExpression' && memberName(node) === 'value') return detailsRead(node, kindOf)
  if (node.type !== 'CallExpression') return undefined
  const callee = child(node, 'callee')
  const kind = callee && kindOf(callee)
  if (callee === undefined || kind === undefined) return undefined
  const given = list(node, 'arguments')
  const [first] = given
  const asked = [...given, ...before(callee)]
  if (kind.is === 'call') return { key: kind.key, node, given: asked, waits: false }
  if (kind.is === 'method') {
    if (kind.of.is === 'call' && kind.name === 'peek') return { key: kind.of.key, node, given: asked, waits: false }
    if (kind.of.is === 'client' && kind.name === 'value') return ofHandle(first, node, given.slice(1), kindOf)
    if (kind.of.is === 'openfeature' && /^get(Boolean|String|Number|Object)Value$/.test(kind.name))
      return ofKey(first, node, given.slice(1), kind.of.waits)
    return undefined
  }
  if (kind.is !== 'import') return undefined
  if (kind.module === '@fanion/sdk/react' && ['useFlag', 'useFlagSuspense'].includes(kind.name))
    return ofHandle(first, node, given.slice(1), kindOf)
  const isHook =
    kind.module.startsWith('@openfeature/') && /^use(Boolean|String|Number|Object)FlagValue$/.test(kind.name)
  return isHook ? ofKey(first, node, given.slice(1), false) : undefined
}

/** What is called on the way to a flag: the context of `fanion.for(context)`. */
const before = (callee: Node): Node[] => {
  const found: Node[] = []
  walk(callee, (one) => {
    if (one.type === 'CallExpression') found.push(...list(one, 'arguments'))
  })
  return found
}

const ofHandle = (handle: Node | undefined, node: Node, given: readonly Node[], kindOf: KindOf): Read | undefined => {
  const kind = handle && kindOf(handle)
  return kind?.is === 'flag' ? { key: kind.key, node, given, waits: false } : undefined
}

const ofKey = (key: Node | undefined, node: Node, given: readonly Node[], waits: boolean): Read | undefined => {
  const text = key && word(unwrapped(key), 'value')
  if (text === undefined) return undefined
  const outer = wrapped(node)
  const awaited = outer.parent?.type === 'AwaitExpression' ? outer.parent : undefined
  return waits && awaited === undefined
    ? undefined
    : { key: text, node: waits ? (awaited ?? node) : node, given, waits }
}

/** `details(context).value` */
function detailsRead(node: Node, kindOf: KindOf): Read | undefined {
  const object = child(node, 'object')
  const kind = object && kindOf(object)
  if (object === undefined || kind?.is !== 'method' || kind.name !== 'details') return undefined
  const call = unwrapped(object)
  if ((kind.of.is !== 'call' && kind.of.is !== 'flag') || call.type !== 'CallExpression') return undefined
  const given = kind.of.is === 'call' ? list(call, 'arguments') : []
  return { key: kind.of.key, node, given, waits: false }
}

/** What names a flag and is not its read: why it could not be taken out. */
export type Mention = { readonly key: string | null; readonly node: Node; readonly reason: string }

/** Where a program names flags otherwise than by a read or a declaration. */
export function mentionsOf(program: Node, kindOf: KindOf, keys: ReadonlySet<string>): Mention[] {
  const found: Mention[] = []
  walk(program, (node) => {
    if (readOf(node, kindOf)) {
      // the key and the handle within a read belong to it
      for (const one of list(node, 'arguments')) found.push(...mentionsOf(one, kindOf, new Set()))
      return false
    }
    if (node.type === 'ImportDeclaration') return false
    const mention = mentionOf(node, kindOf, keys)
    if (mention) found.push(mention)
    return mention === undefined
  })
  return found
}

/** Why a text that equals a key stays: it may be about something else. */
export const sameText = 'a text equal to the key'

function mentionOf(node: Node, kindOf: KindOf, keys: ReadonlySet<string>): Mention | undefined {
  if (node.type === 'MemberExpression') {
    const object = child(node, 'object')
    const kind = object && kindOf(object)
    const isFlags = kind?.is === 'calls' || kind?.is === 'declarations'
    if (isFlags && memberName(node) === undefined)
      return { key: null, node, reason: 'the flag is chosen while the program runs' }
    const own = kindOf(node)
    if (own?.is === 'flag') return { key: own.key, node, reason: 'the declared flag is passed on' }
    if (own?.is === 'call' && !isNamed(node)) return { key: own.key, node, reason: handled(node) }
    return undefined
  }
  if (node.type !== 'Literal' || typeof node['value'] !== 'string' || !keys.has(node['value'])) return undefined
  const { parent } = node
  if (parent?.type === 'Property' && parent['key'] === node) return undefined
  return { key: node['value'], node, reason: sameText }
}

/** `const isOn = fanion.flags.checkout` is followed by its name. */
const isNamed = (node: Node): boolean => {
  const outer = wrapped(node)
  return outer.parent?.type === 'VariableDeclarator' && outer.parent['init'] === outer
}

const handled = (node: Node): string => {
  const { parent } = node
  const isDetails = parent?.type === 'MemberExpression' && memberName(parent) === 'details'
  return isDetails ? 'its details are taken, not its value alone' : 'its call is passed on'
}

/** The property that declares a flag, in what `defineFlags` is given. */
export function declarationsIn(program: Node, kindOf: KindOf, key: string): Node[] {
  const found: Node[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return
    const kind = kindOf(node)
    const [first] = list(node, 'arguments')
    if (kind?.is !== 'declarations' || first === undefined) return
    const object = unwrapped(first)
    for (const property of list(object, 'properties')) {
      const name = nameOfProperty(property)
      if (name !== undefined && kind.names.get(name) === key) found.push(property)
    }
  })
  return found
}

/** Values given to a flag by name for a test or a developer: `testFanion(flags, { checkout: true })`, `overrides: { … }`. */
export function settingsIn(program: Node, kindOf: KindOf, key: string): Node[] {
  const found: Node[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return
    const kind = kindOf(node)
    const callee = child(node, 'callee')
    const called = callee && kindOf(callee)
    if (kind?.is !== 'client' || called?.is !== 'import') return
    const [first, second] = list(node, 'arguments')
    const overrides = first && list(unwrapped(first), 'properties').find((one) => nameOfProperty(one) === 'overrides')
    const object = called.name === 'testFanion' ? second : overrides && child(overrides, 'value')
    for (const property of object === undefined ? [] : list(unwrapped(object), 'properties')) {
      const name = nameOfProperty(property)
      if (name !== undefined && kind.names.get(name) === key) found.push(property)
    }
  })
  return found
}
