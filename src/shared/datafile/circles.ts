import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Flags, Segments } from './digest.ts'
import type { Path } from './problems.ts'
import type { Subject } from './references.ts'

/**
 * A reference from one document to another, at `path` in the first. If it refers to a flag, with the variants that it
 * requires.
 */
export type Reference = { from: Subject; to: Subject; path: Path; variants?: readonly string[] }

/** The result of following references: circles, and the longest chain of flags below each visited document. */
export type FollowedReferences = {
  circles: Reference[][]
  /** By `flag key` or `segment key`: the length of the longest chain, and its first reference. */
  chains: Map<string, { length: number; first: Reference | null }>
}

function* inCondition(condition: Condition, from: Subject, path: Path): Generator<Reference> {
  if (condition === true) return
  if ('all' in condition || 'any' in condition) {
    const [name, list] = 'all' in condition ? (['all', condition.all] as const) : (['any', condition.any] as const)
    for (const [at, inner] of list.entries()) yield* inCondition(inner, from, [...path, name, at])
  } else if ('not' in condition) yield* inCondition(condition.not, from, [...path, 'not'])
  else if ('segment' in condition && condition.missing === undefined) {
    yield { from, to: { kind: 'segment', key: condition.segment }, path: [...path, 'segment'] }
  } else if ('flag' in condition) {
    const { flag: key, variants } = condition
    yield { from, to: { kind: 'flag', key }, path: [...path, 'flag'], variants }
  }
}

function* inFlag({ prerequisites, rules }: FlagDocument, from: Subject): Generator<Reference> {
  for (const [at, { flag: key, variants }] of prerequisites.entries()) {
    yield { from, to: { kind: 'flag', key }, path: ['prerequisites', at, 'flag'], variants }
  }
  for (const [at, { when }] of rules.entries()) yield* inCondition(when, from, ['rules', at, 'when'])
}

/**
 * Returns the native references of a document with their paths: prerequisites, conditions on flags, segments. Extended
 * references are excluded, because they define themselves what a circle or a missing document means.
 */
export const nativeReferences = (from: Subject, flags: Flags, segments: Segments): Reference[] => {
  const flag = from.kind === 'flag' && Object.hasOwn(flags, from.key) ? flags[from.key] : undefined
  if (flag !== undefined) return [...inFlag(flag, from)]
  const when = from.kind === 'segment' && Object.hasOwn(segments, from.key) ? segments[from.key]?.when : undefined
  return when === undefined || when === null ? [] : [...inCondition(when, from, ['when'])]
}

/** A document on the current path, with its references. Those before `next` were followed. */
type Visit = { node: string; references: Reference[]; next: number; length: number; first: Reference | null }

export const nodeOf = ({ kind, key }: Subject): string => `${kind} ${key}`

/** Follows native references depth first, without recursion, because chains may be long. */
export const followReferences = (starts: Iterable<Subject>, flags: Flags, segments: Segments): FollowedReferences => {
  const followed: FollowedReferences = { circles: [], chains: new Map() }
  const visit = (subject: Subject): Visit => ({
    node: nodeOf(subject),
    references: nativeReferences(subject, flags, segments),
    next: 0,
    length: 0,
    first: null,
  })
  for (const start of starts) if (!followed.chains.has(nodeOf(start))) search(visit(start), visit, followed)
  return followed
}

const search = (start: Visit, visit: (subject: Subject) => Visit, { circles, chains }: FollowedReferences): void => {
  const way = [start]
  const onWay = new Set([start.node])
  for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
    const reference = here.references[here.next]
    if (reference === undefined) {
      chains.set(here.node, { length: here.length, first: here.first })
      onWay.delete(here.node)
      way.pop()
      continue
    }
    const node = nodeOf(reference.to)
    const below = chains.get(node)
    if (onWay.has(node)) {
      const circle = way.slice(way.findIndex((passed) => passed.node === node))
      circles.push(circle.flatMap(({ references, next }) => references[next] ?? []))
      here.next += 1
    } else if (below === undefined) {
      onWay.add(node)
      way.push(visit(reference.to))
    } else {
      const length = below.length + (reference.to.kind === 'flag' ? 1 : 0)
      if (length > here.length) Object.assign(here, { length, first: reference })
      here.next += 1
    }
  }
}

/** Formats a circle, for example `a → b → a`. Segments are marked if it also contains flags. */
export const circleText = (circle: readonly Reference[]): string => {
  const plain = circle.every(({ from }) => from.kind === circle[0]?.from.kind)
  const name = ({ kind, key }: Subject) => (plain || kind === 'flag' ? key : `segment ${key}`)
  return [...circle.map(({ from }) => name(from)), ...circle.slice(-1).map(({ to }) => name(to))].join(' → ')
}
