import { describe, expect, it } from 'vitest'
import type { GraphEdge, GraphNode } from '../../../../shared/features/publishing/schemas/graph.ts'
import { box, layoutOf } from './graph-layout.ts'
import { neighbourOf } from './neighbour.ts'
import { treeOf } from './tree.ts'

const node = (key: string): GraphNode => ({ kind: 'flag', key, flag: null, segment: null, promise: null })
const requires = (from: string, to: string): GraphEdge => ({
  from: { kind: 'flag', key: from },
  to: { kind: 'flag', key: to },
  kind: 'requires',
})
const nodes = ['payments', 'checkout', 'express', 'gift', 'klarna'].map(node)
const edges = [
  requires('checkout', 'payments'),
  requires('express', 'checkout'),
  requires('gift', 'checkout'),
  requires('klarna', 'express'),
  requires('klarna', 'payments'),
]
const layout = layoutOf(nodes, edges)
const at = (key: string) => {
  const found = layout.nodes.find((one) => one.node.key === key)
  if (found === undefined) throw new Error(`${key} has no place`)
  return found
}

describe('where a picture of dependencies puts things', () => {
  it('has what is asked at the left of what asks it, and no box on another', () => {
    for (const { from, to } of edges) expect(at(to.key).x + box.width).toBeLessThan(at(from.key).x)
    const pairs = layout.nodes.flatMap((one, at) => layout.nodes.slice(at + 1).map((other) => [one, other] as const))
    for (const [one, other] of pairs)
      expect(Math.abs(one.x - other.x) >= box.width || Math.abs(one.y - other.y) >= box.height).toBe(true)
  })

  it('draws each line from the one box to the other', () => {
    for (const { edge, path } of layout.edges) {
      const [start, end] = [at(edge.to.key), at(edge.from.key)]
      expect(path.startsWith(`M${start.x + box.width} ${start.y + box.height / 2}`)).toBe(true)
      expect(path.endsWith(`${end.x} ${end.y + box.height / 2}`)).toBe(true)
    }
  })

  it('leads the arrow keys along lines and within a layer', () => {
    expect(neighbourOf(layout, 'flag payments', 'ArrowRight')).toBe('flag checkout')
    expect(neighbourOf(layout, 'flag checkout', 'ArrowLeft')).toBe('flag payments')
    expect(['flag gift', 'flag express']).toContain(neighbourOf(layout, 'flag checkout', 'ArrowRight'))
    const [upper, lower] = at('express').y < at('gift').y ? ['express', 'gift'] : ['gift', 'express']
    expect(neighbourOf(layout, `flag ${upper}`, 'ArrowDown')).toBe(`flag ${lower}`)
    expect(neighbourOf(layout, `flag ${upper}`, 'ArrowUp')).toBeUndefined()
  })

  it('says the same as a tree, each thing once, where it is nearest', () => {
    const tree = treeOf({ nodes, edges }, 'flag checkout')
    expect(tree.map(({ words, node: { key } }) => `${words} ${key}`)).toEqual([
      'requires payments',
      'required by express',
      'required by gift',
    ])
    expect(tree.flatMap(({ branches }) => branches.map(({ words, node: { key } }) => `${words} ${key}`))).toEqual([
      'required by klarna',
    ])
  })
})
