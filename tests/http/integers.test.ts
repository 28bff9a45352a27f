import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSession } from '../../src/server/features/access/sessions/open-session.ts'
import { inTransaction } from '../../src/server/platform/kernel/ctx.ts'
import type { Server } from '../../src/server/server.ts'
import { greatestDatabaseInt } from '../../src/shared/schemas/database-int.ts'
import { aProject, contextOf } from '../support/people.ts'
import { testServer } from '../support/server.ts'
import { call, procedures } from './call.ts'
import { samples } from './procedures.ts'
import type { World } from './sample.ts'

type Schema = {
  readonly [key in '$ref' | 'type']?: string
} & {
  readonly maximum?: number
  readonly properties?: Record<string, Schema>
  readonly $defs?: Record<string, Schema>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
} & { readonly [key in 'prefixItems' | 'anyOf' | 'oneOf' | 'allOf']?: readonly Schema[] }

/** All numbers in a schema by path, with their maximum. */
function numbersOf(root: Schema): Map<string, number> {
  const found = new Map<string, number>()
  const walk = (schema: Schema, path: string, within: readonly Schema[]): void => {
    if (within.includes(schema)) return
    const inside = [...within, schema]
    const { $ref } = schema
    const named = $ref === undefined ? undefined : root.$defs?.[$ref.replace('#/$defs/', '')]
    if (named) walk(named, path, inside)
    if (schema.type === 'integer')
      found.set(path, Math.max(found.get(path) ?? 0, schema.maximum ?? Number.MAX_SAFE_INTEGER))
    for (const [name, field] of Object.entries(schema.properties ?? {})) walk(field, `${path}.${name}`, inside)
    for (const item of [...(schema.items ? [schema.items] : []), ...(schema.prefixItems ?? [])])
      walk(item, `${path}[]`, inside)
    if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${path}{}`, inside)
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
      walk(one, path, inside)
  }
  walk(root, '', [])
  return found
}

const inputs = procedures.flatMap(([name, { _def }]) =>
  // Safe cast: the router's inputs are zod schemas.
  _def.inputs.map((input) => {
    const schema = z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' })
    return { name, numbers: numbersOf(schema as Schema) }
  }),
)

/** Numbers that are stored only inside JSON documents, or in 64-bit columns. */
const notOfColumns = [
  /\.point\.|\.within\.|\.flagTest\.maxDepth$|\.requires\[\]\.maxDepth$/,
  /\.sticky\.(?:minB|b)ucketVersion$/,
  // The sequence of an audit event is a bigint.
  /^audit\.(?:list|activity)\.before$/,
]

let server: Server
let world: World
let cookie: string
beforeAll(async () => {
  server = (await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })).server
  const { project } = await aProject(server.services.db)
  world = { owner: project, credentials: { email: 'ada@example.com', password: 'correct horse battery' } }
  const ctx = contextOf(server.services.db, project.actor)
  cookie = `fanion=${await inTransaction(ctx, (tx) => openSession(tx, String(project.actor.id)))}`
})

/** Replaces a field of an input. Undefined if the path leads through a list. */
const withField = (input: object, path: string, value: unknown): object => {
  const [, first = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...input, [first]: value }
  const inner: unknown = Object.entries(input).find(([name]) => name === first)?.[1]
  return { ...input, [first]: withField(typeof inner === 'object' && inner ? inner : {}, `.${rest.join('.')}`, value) }
}

describe('a whole number that a procedure takes', () => {
  it('is one that a column can have', () => {
    const wide = inputs.flatMap(({ name, numbers }) =>
      [...numbers].flatMap(([path, most]) => (most > greatestDatabaseInt ? [`${name}${path}`] : [])),
    )
    expect(inputs.length).toBeGreaterThan(150)
    expect(wide.filter((path) => !notOfColumns.some((pattern) => pattern.test(path)))).toEqual([])
  })

  it('is answered at each end of 32 and 53 bits, or refused', async () => {
    const faults: string[] = []
    let calls = 0
    for (const { name, numbers } of inputs) {
      const paths = [...numbers.keys()].filter((path) => /^(?:\.\w+){1,2}$/.test(path))
      if (paths.length === 0) continue
      const input = await samples[name]?.input(world)
      if (typeof input !== 'object' || input === null) continue
      for (const path of paths)
        for (const value of [greatestDatabaseInt, greatestDatabaseInt + 1, Number.MAX_SAFE_INTEGER]) {
          calls += 1
          const code = await call(server.url, name, cookie, withField(input, path, value))
          if (!/^ok$|^\w+\/[\w-]+$/.test(code) || code.startsWith('server/'))
            faults.push(`${name}${path} ${value}: ${code}`)
        }
    }
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(200)
  })
})

describe('the cursor of a page', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const strange = [
    `2026-11-20T08:00:00.000Z ${'-'.repeat(36)}`,
    `2026-11-20T08:00:00.000Z ${'-'.repeat(36)} 1`,
    `+275760-09-13T00:00:00.000Z ${id}`,
    `-271821-04-20T00:00:00.000Z ${id} 1`,
    `2026-13-40T08:00:00.000Z ${id} 1`,
    `0000-01-01T00:00:00.000Z ${id} ${greatestDatabaseInt}`,
    `2026-11-20T08:00:00.000Z ${id} ${greatestDatabaseInt + 1}`,
    `2026-11-20T08:00:00.000Z ${id} 9999999999`,
    'a b',
    ' ',
    '\u{10ffff}',
  ]
  it('that is a text is answered or refused, whatever it is', async () => {
    const faults: string[] = []
    const paged: string[] = []
    for (const [name, { _def }] of procedures) {
      const shapes = _def.inputs.map((input) =>
        z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' }),
      )
      for (const field of ['before', 'cursor']) {
        if (!shapes.some(({ properties }) => JSON.stringify(properties?.[field] ?? null).includes('"string"'))) continue
        paged.push(name)
        const input = { ...((await samples[name]?.input(world)) as object | undefined) }
        for (const cursor of strange) {
          const code = await call(server.url, name, cookie, { ...input, [field]: cursor })
          if (code.startsWith('server/') || !/^ok$|^\w+\/[\w-]+$/.test(code)) faults.push(`${name} ${cursor}: ${code}`)
        }
      }
    }
    expect(faults).toEqual([])
    expect(paged).toContain('history.everywhere')
  })
})
