import { type Kind, memberName, nameOfProperty } from './kinds.ts'
import { child, list, type Node, unwrapped, walk, word, wrapped } from './node.ts'

/** A place where a program reads the value of a flag. */
export type Read = {
  readonly key: string
  /** The expression that returns the value. */
  readonly node: Node
  readonly given: readonly Node[]
  readonly waits: boolean
}

type KindOf = (node: Node) => Kind | undefined

/** The flag read that an expression performs. Undefined if it is not a read or cannot be followed. */
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

/** Arguments of calls inside the callee: the context of `fanion.for(context)`. */
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

/** The flags that a call declares, as keys with their properties. */
export function declarationsAt(node: Node, kindOf: KindOf): (readonly [key: string, property: Node])[] {
  const kind = node.type === 'CallExpression' ? kindOf(node) : undefined
  const [first] = list(node, 'arguments')
  if (kind?.is !== 'declarations' || first === undefined) return []
  return list(unwrapped(first), 'properties').flatMap((property) => {
    const key = kind.names.get(nameOfProperty(property) ?? '')
    return key === undefined ? [] : [[key, property] as const]
  })
}

/** The properties that declare a flag in calls of `defineFlags`. */
export function declarationsIn(program: Node, kindOf: KindOf, key: string): Node[] {
  const found: Node[] = []
  walk(program, (node) => {
    for (const [of, property] of declarationsAt(node, kindOf)) if (of === key) found.push(property)
  })
  return found
}

/**
 * Properties that set a flag by name for a test or a developer: `testFanion(flags, { checkout: true })`, `overrides: {
 * … }`.
 */
export function settingsIn(program: Node, kindOf: KindOf, key: string): Node[] {
  const found: Node[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return
    const callee = child(node, 'callee')
    const called = callee && kindOf(callee)
    const [first, second] = list(node, 'arguments')
    const isSet = called?.is === 'method' && called.of.is === 'client' && called.name === 'set'
    const client = isSet ? called.of : kindOf(node)
    if (client?.is !== 'client' || (!isSet && called?.is !== 'import')) return
    const overrides = first && list(unwrapped(first), 'properties').find((one) => nameOfProperty(one) === 'overrides')
    const isTest = called?.is === 'import' && called.name === 'testFanion'
    const object = isSet ? first : isTest ? second : overrides && child(overrides, 'value')
    for (const property of object === undefined ? [] : list(unwrapped(object), 'properties')) {
      const name = nameOfProperty(property)
      if (name !== undefined && client.names.get(name) === key) found.push(property)
    }
  })
  return found
}

/** Flag keys by the name that the program calls them by, for the declarations in one file. */
export function namesIn(program: Node, kindOf: KindOf): Map<string, string> {
  const found = new Map<string, string>()
  walk(program, (node) => {
    const kind = node.type === 'CallExpression' ? kindOf(node) : undefined
    if (kind?.is === 'declarations') for (const [name, key] of kind.names) found.set(name, key)
  })
  return found
}
