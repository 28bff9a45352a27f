import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aSegment, split, where } from '../../../tests/support/builders.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { randomFlag, randomSegment, smallFlags, smallSegments } from '../../../tests/support/random-documents.ts'
import { draws } from '../../../tests/support/seed.ts'
import { referencesOf } from '../datafile/references.ts'
import type { GraphNodeId } from '../features/publishing/schemas/graph.ts'
import { dependentPathsOf } from './dependent-paths.ts'
import { type Graph, graphOf, placeOf } from './graph.ts'
import { connectedNodesIn, neighborhoodIn } from './neighborhood.ts'

const flag = (key: string): GraphNodeId => ({ kind: 'flag', key })
const told = ({ edges }: Pick<Graph, 'edges'>) =>
  edges.map(({ from, kind, to }) => `${from.key} ${kind} ${to.key}`).sort()

const shop = {
  flags: {
    payments: aFlag('payments').serving('on'),
    checkout: aFlag('checkout')
      .requiring('payments', 'on')
      .rule({ any: [{ segment: 'nordic' }, { not: where('plan', 'is', 'free') }] }, split({ on: 50_000, off: 50_000 })),
    express: aFlag('express')
      .requiring('checkout', 'on')
      .rule({ in: { point: { by: 'company.id' }, from: 0, to: 10_000 } }, 'on'),
    gift: aFlag('gift').rule({ flag: 'express', variants: ['on'] }, 'on'),
  },
  segments: { nordic: aSegment('nordic', { when: where('country', 'isOneOf', 'NO', 'SE') }) },
}

describe('the graph of documents', () => {
  it('says who requires, asks, uses and reads what', () => {
    expect(told(graphOf(shop))).toEqual([
      'checkout reads plan',
      'checkout requires payments',
      'checkout segment nordic',
      'express reads company.id',
      'express requires checkout',
      'gift asks express',
      'nordic reads country',
    ])
  })

  it('reads nothing out of values, variants and other people’s expressions', () => {
    const values = { attribute: 'x', flag: 'y', segment: 'z', by: 'w' }
    const document = aFlag('a').with({
      type: 'object',
      variants: { on: values, off: {} },
      otherwise: { variant: 'on' },
    })
    expect(graphOf({ flags: { a: document }, segments: {} }).edges).toEqual([])
  })

  it('has a flag twice that is a prerequisite and asked in a rule: cutting one leaves the other', () => {
    const both = aFlag('b')
      .requiring('a', 'on')
      .rule({ flag: 'a', variants: ['on'] }, 'on')
    expect(told(graphOf({ flags: { a: aFlag('a'), b: both }, segments: {} }))).toEqual(['b asks a', 'b requires a'])
  })

  it('ends at attributes, so that flags that read the same one do not hang together by it', () => {
    const graph = graphOf({
      flags: { a: aFlag('a').rule(where('plan', 'is', 'x'), 'on'), b: aFlag('b').rule(where('plan', 'is', 'y'), 'on') },
      segments: {},
    })
    expect(neighborhoodIn(graph, flag('a'), 3, 150).things.map(placeOf)).toEqual(['flag a', 'attribute plan'])
    expect(neighborhoodIn(graph, { kind: 'attribute', key: 'plan' }, 1, 150).things).toHaveLength(3)
  })

  it('tells how many it leaves out, the nearest and the most tied staying', () => {
    const near = neighborhoodIn(graphOf(shop), flag('checkout'), 3, 4)
    expect([near.things.length, near.more]).toEqual([4, 4])
    expect(near.things[0]).toEqual(flag('checkout'))
    expect(connectedNodesIn(graphOf(shop), 1).things).toEqual([flag('checkout')])
  })

  it('tells what hangs on a flag, what has to be cut first', () => {
    const paths = dependentPathsOf(graphOf(shop), [flag('payments')])
    expect(paths.map((path) => told({ edges: path }))).toEqual([
      ['checkout requires payments'],
      ['checkout requires payments', 'express requires checkout'],
      ['checkout requires payments', 'express requires checkout', 'gift asks express'],
    ])
  })
})

const runs = draws(150)

const someDocuments = fc.integer({ min: 0, max: 2 ** 31 }).map((seed) => {
  const random = randomOf(seed)
  return {
    flags: Object.fromEntries(smallFlags.map((key) => [key, randomFlag(random, key)])),
    segments: Object.fromEntries(smallSegments.map((key) => [key, randomSegment(random, key)])),
  }
})

/** Computes distances by brute force, in both directions or only from the referenced to the referring node. */
const distances = ({ edges }: Graph, from: string, both: boolean): ReadonlyMap<string, number> => {
  const found = new Map([[from, 0]])
  for (let changed = true; changed; ) {
    changed = false
    for (const edge of edges) {
      const ways = [[placeOf(edge.to), placeOf(edge.from)]]
      if (both) ways.push([placeOf(edge.from), placeOf(edge.to)])
      for (const [start = '', end = ''] of ways) {
        const steps = found.get(start)
        if (steps === undefined || (found.get(end) ?? Number.POSITIVE_INFINITY) <= steps + 1) continue
        found.set(end, steps + 1)
        changed = true
      }
    }
  }
  return found
}

describe('of any documents', () => {
  it('the graph has an edge for each reference, and no other between flags and segments', () => {
    fc.assert(
      fc.property(someDocuments, ({ flags, segments }) => {
        const pairs = new Set(
          graphOf({ flags, segments }).edges.flatMap(({ from, to }) =>
            to.kind === 'attribute' ? [] : [`${placeOf(from)} > ${placeOf(to)}`],
          ),
        )
        const expected = new Set(
          [...Object.values(flags), ...Object.values(segments)].flatMap((document) =>
            referencesOf(document).map(
              (to) => `${'salt' in document ? 'flag' : 'segment'} ${document.key} > ${to.kind} ${to.key}`,
            ),
          ),
        )
        expect(pairs).toEqual(expected)
      }),
      { numRuns: runs },
    )
  })

  it('what stands around a thing is what can be reached in so many steps, nearest first', () => {
    fc.assert(
      fc.property(
        someDocuments,
        fc.constantFrom(...smallFlags),
        fc.integer({ min: 1, max: 3 }),
        (documents, key, depth) => {
          const whole = graphOf(documents)
          const graph = { ...whole, edges: whole.edges.filter(({ to }) => to.kind !== 'attribute') }
          const steps = distances(graph, `flag ${key}`, true)
          const near = neighborhoodIn(graph, flag(key), depth, 150).things.map(
            (thing) => steps.get(placeOf(thing)) ?? -1,
          )
          expect(near).toEqual([...steps.values()].filter((count) => count <= depth).sort((a, b) => a - b))
        },
      ),
      { numRuns: runs },
    )
  })

  it('everything that leads to what goes is told by a shortest way, in which each edge begins where the one before ends', () => {
    fc.assert(
      fc.property(someDocuments, fc.constantFrom(...smallFlags), (documents, key) => {
        const graph = graphOf(documents)
        const paths = dependentPathsOf(graph, [flag(key)])
        const steps = distances(graph, `flag ${key}`, false)
        const starts = paths.map(([first]) => (first === undefined ? '' : placeOf(first.from)))
        expect(new Set(starts)).toEqual(new Set([...steps.keys()].filter((place) => place !== `flag ${key}`)))
        for (const [at, path] of paths.entries()) {
          expect(path).toHaveLength(steps.get(starts[at] ?? '') ?? -1)
          expect(path.length).toBeGreaterThanOrEqual(paths[at - 1]?.length ?? 1)
          const ends = path.map(({ to }) => placeOf(to))
          expect(ends).toEqual([...path.slice(1).map(({ from }) => placeOf(from)), `flag ${key}`])
        }
      }),
      { numRuns: runs },
    )
  })
})
