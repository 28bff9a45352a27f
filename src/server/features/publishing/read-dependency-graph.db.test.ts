import { beforeAll, describe, expect, it } from 'vitest'
import { aFlag, aSegment, where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { SavePromiseInput } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { removeInvariant } from '../promises/remove-invariant.ts'
import { saveInvariant } from '../promises/save-invariant.ts'
import { createSegment } from '../segments/create-segment.ts'
import { headNumberOf } from './history-queries.ts'
import { listDependents } from './list-dependents.ts'
import { publish } from './publish.ts'
import { readDependencyGraph, readWholeDependencyGraph } from './read-dependency-graph.ts'

let project: ProjectCtx
let development: EnvironmentCtx

beforeAll(async () => {
  project = (await aProject((await testDatabase()).db)).project
  development = await inEnvironment(project, 'development')
  for (const key of ['payments', 'checkout', 'express', 'alone']) await aLiveFlag(project, key)
  await createSegment(project, {
    project: project.project.key,
    key: 'nordic',
    name: 'Nordic',
    description: '',
    document: { included: [], excluded: [], when: null },
  })
  const entries: Entry[] = [
    {
      kind: 'segment',
      key: 'nordic',
      document: aSegment('nordic', { included: ['anna'], when: where('country', 'is', 'NO') }),
    },
    {
      kind: 'flag',
      key: 'checkout',
      document: aFlag('checkout').requiring('payments', 'on').rule({ segment: 'nordic' }, 'on'),
    },
    {
      kind: 'flag',
      key: 'express',
      document: aFlag('express').rule({ flag: 'checkout', variants: ['on'] }, 'on'),
    },
  ]
  const base = await headNumberOf(development.db, development.environment)
  await publish(development, { base, message: 'Tied', entries })
})

const keys = (things: readonly { kind: string; key: string }[]) =>
  things.map(({ kind, key }) => `${kind} ${key}`).sort()

describe('the graph of an environment', () => {
  it('is what stands around a flag, step by step, with what each thing is there', async () => {
    const focus = { kind: 'flag' as const, key: 'checkout' }
    const near = await readDependencyGraph(development, { focus, depth: 1 })
    expect(keys(near.nodes)).toEqual(['flag checkout', 'flag express', 'flag payments', 'segment nordic'])
    expect(near.edges.map(({ kind }) => kind).sort()).toEqual(['asks', 'requires', 'segment'])
    const far = await readDependencyGraph(development, { focus, depth: 2 })
    expect(keys(far.nodes)).toContain('attribute country')
    expect(far.nodes.find(({ key }) => key === 'nordic')?.segment).toEqual({
      included: 1,
      excluded: 0,
      condition: true,
    })
    expect(far.nodes.find(({ key }) => key === 'checkout')?.flag).toMatchObject({ on: true, rules: 1 })
  })

  it('is what reads an attribute, and no document that holds its name as a value', async () => {
    const around = await readDependencyGraph(development, { focus: { kind: 'attribute', key: 'country' }, depth: 2 })
    expect(keys(around.nodes)).toEqual(['attribute country', 'flag checkout', 'segment nordic'])
    expect(
      (await readDependencyGraph(development, { focus: { kind: 'attribute', key: 'NO' }, depth: 1 })).edges,
    ).toEqual([])
  })

  it('is all that is tied, without attributes and what stands alone', async () => {
    const { nodes, more } = await readWholeDependencyGraph(development)
    expect(keys(nodes)).toEqual(['flag checkout', 'flag express', 'flag payments', 'segment nordic'])
    expect(more).toBe(0)
  })

  it('has the promises of what it shows, and stands around one', async () => {
    const sentence = 'everyone where plan is free gets express on or off'
    const input = { project: project.project.key, key: 'ours', name: 'Ours', sentence, environments: ['development'] }
    await saveInvariant(project, SavePromiseInput.parse(input))
    const near = await readDependencyGraph(development, { focus: { kind: 'flag', key: 'express' }, depth: 1 })
    expect(near.nodes.find(({ kind }) => kind === 'promise')).toMatchObject({
      key: 'ours',
      promise: { name: 'Ours', sentence, force: 'refuses' },
    })
    expect(near.edges.filter(({ kind }) => kind === 'about')).toEqual([
      { from: { kind: 'promise', key: 'ours' }, to: { kind: 'flag', key: 'express' }, kind: 'about' },
    ])
    const around = await readDependencyGraph(development, { focus: { kind: 'promise', key: 'ours' }, depth: 2 })
    expect(keys(around.nodes)).toEqual(['flag checkout', 'flag express', 'promise ours'])
    expect(keys((await readWholeDependencyGraph(development)).nodes)).toContain('promise ours')
    expect(await listDependents(project, { focus: { kind: 'flag', key: 'express' } })).toEqual([
      { environment: 'development', paths: [], more: 0, promises: [{ key: 'ours', name: 'Ours', sentence }] },
    ])
    const absent = { kind: 'promise' as const, key: 'nothing' }
    expect((await readDependencyGraph(development, { focus: absent, depth: 1 })).edges).toEqual([])
    await removeInvariant(project, { key: 'ours' })
  })

  it('is another in each environment', async () => {
    const staging = await inEnvironment(project, 'staging')
    expect((await readWholeDependencyGraph(staging)).nodes).toEqual([])
  })

  it('tells what keeps a flag from being archived, and the refusal carries it', async () => {
    const hanging = await listDependents(project, { focus: { kind: 'flag', key: 'payments' } })
    expect(
      hanging.map(({ environment, paths }) => [environment, paths.map((path) => path.map(({ kind }) => kind))]),
    ).toEqual([['development', [['requires'], ['asks', 'requires']]]])
    const { code, details } = await refusalOf(archiveFlag(project, { flag: 'payments' }))
    expect(code).toBe('flag/required-by')
    expect(details['hanging']).toEqual([
      [{ from: { kind: 'flag', key: 'checkout' }, to: { kind: 'flag', key: 'payments' }, kind: 'requires' }],
    ])
    expect(await listDependents(project, { focus: { kind: 'flag', key: 'alone' } })).toEqual([])
  })
})
