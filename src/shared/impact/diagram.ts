import { createNumbers, mixed } from './numbers.ts'
import type { Spend } from './steps.ts'
import { createTriples } from './triples.ts'

/**
 * A function of cells, as a number: equal functions are equal numbers. It is either an end, which says a value, or looks at
 * one variable and goes on by its cell; variables come in the order of their levels.
 */
export type Node = number

/** Multi-valued decision diagrams over variables of the given sizes, hash-consed and memoised. */
export interface Diagrams {
  readonly no: Node
  readonly yes: Node
  /** The diagram that is one value everywhere; 0 and 1 are `no` and `yes`. */
  readonly end: (value: number) => Node
  /** The value of an end. */
  readonly valueOf: (end: Node) => number
  readonly isEnd: (node: Node) => boolean
  /** The level of the variable that a node looks at; past the last for ends. */
  readonly levelOf: (node: Node) => number
  /** The node that looks at a variable, with one child a cell. */
  readonly look: (level: number, children: readonly Node[]) => Node
  /** The child for a cell of the variable of that level, which is the node itself when it looks further down. */
  readonly child: (node: Node, level: number, cell: number) => Node
  readonly and: (a: Node, b: Node) => Node
  readonly or: (a: Node, b: Node) => Node
  readonly not: (a: Node) => Node
  readonly minus: (a: Node, b: Node) => Node
  readonly choose: (condition: Node, yes: Node, no: Node) => Node
  /** The ends of one diagram as other ends. */
  readonly map: (node: Node, to: (value: number) => Node) => Node
  /** What two diagrams say together; where they are one node, `same`. */
  readonly pair: (a: Node, b: Node, same: Node, to: (a: number, b: number) => Node) => Node
  /** Which end a row of cells, one a level, leads to. */
  readonly follow: (node: Node, cells: readonly number[]) => number
  readonly sizes: readonly number[]
}

// The operations that merge two diagrams, as the first of three numbers by which results are kept.
const meet = 0
const join = 1
const less = 2

export const createDiagrams = (sizes: readonly number[], spend: Spend): Diagrams => {
  const bottom = sizes.length
  const levels = createNumbers()
  /** Where the children of a node begin, one after the other; of ends, nowhere. */
  const starts = createNumbers()
  const childrenOf = createNumbers()
  const ends = new Map<number, Node>()
  const values: number[] = []
  /** Children of nodes that are being made. */
  const stack = createNumbers()

  const end = (value: number): Node => {
    const found = ends.get(value)
    if (found !== undefined) return found
    const node = levels.room(1)
    levels.set(node, bottom)
    starts.set(starts.room(1), childrenOf.length)
    values[node] = value
    ends.set(value, node)
    return node
  }
  const no = end(0)
  const yes = end(1)

  const levelOf = (node: Node): number => levels.at(node)
  const child = (node: Node, level: number, cell: number): Node =>
    levels.at(node) === level ? childrenOf.at(starts.at(node) + cell) : node

  let mask = 1_023
  let known = new Int32Array(mask + 1).fill(-1)
  const hashOf = (node: Node): number => {
    const level = levels.at(node)
    let hash = level
    const from = starts.at(node)
    for (let at = from; at < from + (sizes[level] as number); at += 1) hash = mixed(hash, childrenOf.at(at))
    return hash
  }
  const grow = () => {
    mask = mask * 4 + 3
    known = new Int32Array(mask + 1).fill(-1)
    for (let node = 0; node < levels.length; node += 1) {
      if (levels.at(node) === bottom) continue
      let slot = hashOf(node) & mask
      while (known[slot] !== -1) slot = (slot + 1) & mask
      known[slot] = node
    }
  }

  /** The node whose children lie on the stack from there to its top; takes them off. */
  const made = (level: number, from: number): Node => {
    const size = sizes[level] as number
    spend(size)
    const first = stack.at(from)
    let hash = level
    let same = true
    for (let at = from; at < from + size; at += 1) {
      const one = stack.at(at)
      if (one !== first) same = false
      hash = mixed(hash, one)
    }
    stack.cut(from)
    if (same) return first
    let slot = hash & mask
    for (let node = known[slot] as number; node !== -1; node = known[slot] as number) {
      if (levels.at(node) === level && isOf(node, from, size)) return node
      slot = (slot + 1) & mask
    }
    const node = levels.room(1)
    levels.set(node, level)
    const start = childrenOf.room(size)
    starts.set(starts.room(1), start)
    for (let cell = 0; cell < size; cell += 1) childrenOf.set(start + cell, stack.at(from + cell))
    known[slot] = node
    if (levels.length * 2 > mask) grow()
    return node
  }
  const isOf = (node: Node, from: number, size: number): boolean => {
    const start = starts.at(node)
    for (let cell = 0; cell < size; cell += 1) if (childrenOf.at(start + cell) !== stack.at(from + cell)) return false
    return true
  }

  const look = (level: number, children: readonly Node[]): Node => {
    const from = stack.room(children.length)
    for (let cell = 0; cell < children.length; cell += 1) stack.set(from + cell, children[cell] as Node)
    return made(level, from)
  }

  /** Both at once, cell by cell, down to what `done` can say (-1: nothing). */
  const merging = (done: (a: Node, b: Node) => Node, operation: number, memo = createTriples()) => {
    const merge = (a: Node, b: Node): Node => {
      const said = done(a, b)
      if (said !== -1) return said
      const found = memo.get(operation, a, b)
      if (found !== -1) return found
      const level = Math.min(levels.at(a), levels.at(b))
      const size = sizes[level] as number
      const from = stack.room(size)
      const [startA, startB] = [startAt(a, level), startAt(b, level)]
      let [lastA, lastB, last] = [-1, -1, -1]
      for (let cell = 0; cell < size; cell += 1) {
        const nextA = startA < 0 ? a : childrenOf.at(startA + cell)
        const nextB = startB < 0 ? b : childrenOf.at(startB + cell)
        if (nextA !== lastA || nextB !== lastB) {
          last = merge(nextA, nextB)
          lastA = nextA
          lastB = nextB
        }
        stack.set(from + cell, last)
      }
      const node = made(level, from)
      memo.set(operation, a, b, node)
      return node
    }
    return merge
  }
  /** Where the children of a node for a level begin; -1 where it looks further down and stands for all of them. */
  const startAt = (node: Node, level: number): number => (levels.at(node) === level ? starts.at(node) : -1)

  const merged = createTriples()
  const meeting = merging(
    (a, b) => (a === no || b === no ? no : a === yes || a === b ? b : b === yes ? a : -1),
    meet,
    merged,
  )
  const joining = merging(
    (a, b) => (a === yes || b === yes ? yes : a === no || a === b ? b : b === no ? a : -1),
    join,
    merged,
  )
  const minus = merging((a, b) => (a === no || b === yes || a === b ? no : b === no ? a : -1), less, merged)
  const and = (a: Node, b: Node): Node => (a > b ? meeting(b, a) : meeting(a, b))
  const or = (a: Node, b: Node): Node => (a > b ? joining(b, a) : joining(a, b))

  const map = (node: Node, to: (value: number) => Node): Node => {
    const memo = new Map<Node, Node>()
    const go = (at: Node): Node => {
      const found = memo.get(at)
      if (found !== undefined) return found
      const level = levels.at(at)
      let node: Node
      if (level === bottom) node = to(values[at] as number)
      else {
        const size = sizes[level] as number
        const from = stack.room(size)
        const start = starts.at(at)
        for (let cell = 0; cell < size; cell += 1) stack.set(from + cell, go(childrenOf.at(start + cell)))
        node = made(level, from)
      }
      memo.set(at, node)
      return node
    }
    return go(node)
  }

  const chosen = createTriples()
  const choose = (condition: Node, whenYes: Node, whenNo: Node): Node => {
    if (condition === yes || whenYes === whenNo) return whenYes
    if (condition === no) return whenNo
    const found = chosen.get(condition, whenYes, whenNo)
    if (found !== -1) return found
    const level = Math.min(levels.at(condition), levels.at(whenYes), levels.at(whenNo))
    const size = sizes[level] as number
    const from = stack.room(size)
    const [startC, startY, startN] = [startAt(condition, level), startAt(whenYes, level), startAt(whenNo, level)]
    let [lastC, lastY, lastN, last] = [-1, -1, -1, -1]
    for (let cell = 0; cell < size; cell += 1) {
      const nextC = startC < 0 ? condition : childrenOf.at(startC + cell)
      const nextY = startY < 0 ? whenYes : childrenOf.at(startY + cell)
      const nextN = startN < 0 ? whenNo : childrenOf.at(startN + cell)
      if (nextC !== lastC || nextY !== lastY || nextN !== lastN) {
        last = choose(nextC, nextY, nextN)
        lastC = nextC
        lastY = nextY
        lastN = nextN
      }
      stack.set(from + cell, last)
    }
    const node = made(level, from)
    chosen.set(condition, whenYes, whenNo, node)
    return node
  }

  return {
    no,
    yes,
    end,
    valueOf: (node) => values[node] as number,
    isEnd: (node) => levels.at(node) === bottom,
    levelOf,
    look,
    child,
    and,
    or,
    minus,
    not: (a) => minus(yes, a),
    choose,
    map,
    pair: (a, b, same, to) =>
      merging((x, y) => {
        if (x === y) return same
        return levels.at(x) === bottom && levels.at(y) === bottom ? to(values[x] as number, values[y] as number) : -1
      }, meet)(a, b),
    follow: (node, cells) => {
      let at = node
      while (levels.at(at) < bottom) at = childrenOf.at(starts.at(at) + (cells[levels.at(at)] as number))
      return values[at] as number
    },
    sizes,
  }
}
