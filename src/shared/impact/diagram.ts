import { createNumbers, mixed } from './numbers.ts'
import type { SpendSteps } from './steps.ts'
import { createTriples } from './triples.ts'

/**
 * A function of cells, as a number: equal functions are equal numbers. It is either a terminal with a value, or tests
 * one variable and continues by its cell. Variables are ordered by level.
 */
export type Node = number

/** Multi-valued decision diagrams over variables of the given sizes, hash-consed and memoized. */
export interface Diagrams {
  readonly no: Node
  readonly yes: Node
  /** Returns the diagram with the same value everywhere; 0 and 1 are `no` and `yes`. */
  readonly end: (value: number) => Node
  readonly valueOf: (end: Node) => number
  readonly isEnd: (node: Node) => boolean
  /** Returns the level of a node's variable; beyond the last level for terminals. */
  readonly levelOf: (node: Node) => number
  /** Returns the node that tests a variable, with one child per cell. */
  readonly look: (level: number, children: readonly Node[]) => Node
  /** Returns the child for a cell of that level's variable. A node of a deeper level is its own child. */
  readonly child: (node: Node, level: number, cell: number) => Node
  readonly and: (a: Node, b: Node) => Node
  readonly or: (a: Node, b: Node) => Node
  readonly not: (a: Node) => Node
  readonly minus: (a: Node, b: Node) => Node
  readonly choose: (condition: Node, yes: Node, no: Node) => Node
  /** Replaces the terminals of a diagram. */
  readonly map: (node: Node, to: (value: number) => Node) => Node
  /** Combines two diagrams. Identical nodes become `same`. */
  readonly pair: (a: Node, b: Node, same: Node, to: (a: number, b: number) => Node) => Node
  /** Returns the terminal value for a row of cells, one per level. */
  readonly follow: (node: Node, cells: readonly number[]) => number
  readonly sizes: readonly number[]
}

// Identifies the merge operations in the memo's keys.
const meet = 0
const join = 1
const less = 2

export const createDiagrams = (sizes: readonly number[], spend: SpendSteps): Diagrams => {
  const bottom = sizes.length
  const levels = createNumbers()
  /** Index of a node's first child; unused for terminals. */
  const starts = createNumbers()
  const childrenOf = createNumbers()
  const ends = new Map<number, Node>()
  const values: number[] = []
  /** Children of nodes under construction. */
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

  /** Returns the node whose children are on the stack from `from` to its top, and removes them. */
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

  /** Merges two diagrams cell by cell, until `done` returns a result (-1: none). */
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
  /** Returns the index of a node's first child for a level; -1 if the node is deeper and stands for all children. */
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
