import type { Spend } from './steps.ts'

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

export const createDiagrams = (sizes: readonly number[], spend: Spend): Diagrams => {
  const bottom = sizes.length
  const levels: number[] = []
  const childrenOf: (readonly Node[])[] = []
  const known = new Map<string, Node>()
  const ends = new Map<number, Node>()
  const values: number[] = []

  const end = (value: number): Node => {
    const found = ends.get(value)
    if (found !== undefined) return found
    levels.push(bottom)
    childrenOf.push([])
    values[levels.length - 1] = value
    ends.set(value, levels.length - 1)
    return levels.length - 1
  }
  const no = end(0)
  const yes = end(1)

  // Every node has a level and children.
  const levelOf = (node: Node): number => levels[node] as number
  const child = (node: Node, level: number, cell: number): Node =>
    levels[node] === level ? (childrenOf[node]?.[cell] as Node) : node

  const look = (level: number, children: readonly Node[]): Node => {
    const first = children[0] as Node
    spend(children.length)
    if (children.every((one) => one === first)) return first
    const name = `${level}:${children.join()}`
    const found = known.get(name)
    if (found !== undefined) return found
    levels.push(level)
    childrenOf.push(children)
    known.set(name, levels.length - 1)
    return levels.length - 1
  }

  /** Both at once, cell by cell, down to what `done` can say. */
  const merging = (done: (a: Node, b: Node) => Node | undefined, symmetric: boolean) => {
    const memo = new Map<string, Node>()
    const merge = (a: Node, b: Node): Node => {
      const said = done(a, b)
      if (said !== undefined) return said
      const name = symmetric && a > b ? `${b},${a}` : `${a},${b}`
      const found = memo.get(name)
      if (found !== undefined) return found
      const level = Math.min(levelOf(a), levelOf(b))
      const children = Array.from({ length: sizes[level] as number }, (_, cell) =>
        merge(child(a, level, cell), child(b, level, cell)),
      )
      const made = look(level, children)
      memo.set(name, made)
      return made
    }
    return merge
  }

  const and = merging(
    (a, b) => (a === no || b === no ? no : a === yes || a === b ? b : b === yes ? a : undefined),
    true,
  )
  const or = merging(
    (a, b) => (a === yes || b === yes ? yes : a === no || a === b ? b : b === no ? a : undefined),
    true,
  )
  const minus = merging((a, b) => (a === no || b === yes || a === b ? no : b === no ? a : undefined), false)

  const map = (node: Node, to: (value: number) => Node): Node => {
    const memo = new Map<Node, Node>()
    const go = (at: Node): Node => {
      const found = memo.get(at)
      if (found !== undefined) return found
      const level = levelOf(at)
      const made = level === bottom ? to(values[at] as number) : look(level, (childrenOf[at] ?? []).map(go))
      memo.set(at, made)
      return made
    }
    return go(node)
  }

  const choosing = new Map<string, Node>()
  const choose = (condition: Node, whenYes: Node, whenNo: Node): Node => {
    if (condition === yes || whenYes === whenNo) return whenYes
    if (condition === no) return whenNo
    const name = `${condition},${whenYes},${whenNo}`
    const found = choosing.get(name)
    if (found !== undefined) return found
    const level = Math.min(levelOf(condition), levelOf(whenYes), levelOf(whenNo))
    const children = Array.from({ length: sizes[level] as number }, (_, cell) =>
      choose(child(condition, level, cell), child(whenYes, level, cell), child(whenNo, level, cell)),
    )
    const made = look(level, children)
    choosing.set(name, made)
    return made
  }

  return {
    no,
    yes,
    end,
    valueOf: (node) => values[node] as number,
    isEnd: (node) => levelOf(node) === bottom,
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
        return levelOf(x) === bottom && levelOf(y) === bottom ? to(values[x] as number, values[y] as number) : undefined
      }, false)(a, b),
    follow: (node, cells) => {
      let at = node
      while (levelOf(at) < bottom) at = childrenOf[at]?.[cells[levelOf(at)] as number] as Node
      return values[at] as number
    },
    sizes,
  }
}
