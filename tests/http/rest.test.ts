import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../src/server/features/access/keys/create-token.ts'
import { describeRest } from '../../src/server/platform/http/rest/openapi.ts'
import type { Actor } from '../../src/server/platform/kernel/actor.ts'
import type { Server } from '../../src/server/server.ts'
import { CreateTokenInput } from '../../src/shared/features/access/schemas/api-token.ts'
import type { Role } from '../../src/shared/permissions.ts'
import { aPerson, aProject, contextOf, join } from '../support/people.ts'
import { drawsMore } from '../support/seed.ts'
import { testServer } from '../support/server.ts'
import { procedures } from './call.ts'
import { samples } from './procedures.ts'
import type { World } from './sample.ts'

const { calls, document } = describeRest()
const byName = [...calls.values()].map((call) => [call.name, call] as const)
type Call = (typeof byName)[number][1]
type Answer = {
  readonly code: string
  readonly status: number
  readonly retryAfter: string | null
  readonly data: unknown
}

let url: string
let world: World
let server: Server
const people = new Map<string, { person: Actor; role: Role }>()
const tokens = new Map([
  ['nobody', ''],
  ['no token of ours', `fan_pat_${'A'.repeat(43)}`],
])
/** Callers with and without permission, outsiders and anonymous ones. The permissions test covers all roles. */
const callers = ['owner', ...(drawsMore ? ['publisher'] : []), 'viewer', 'stranger', ...tokens.keys()]

beforeAll(async () => {
  // Rate limits are tested elsewhere.
  server = (await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })).server
  url = server.url
  const { db } = server.services
  const { project } = await aProject(db)
  world = { owner: project, credentials: { email: '', password: '' } }
  people.set('owner', { person: project.actor, role: 'owner' })
  people.set('stranger', { person: await aPerson(db, 'stranger'), role: 'owner' })
  for (const role of ['viewer', 'publisher'] as const) {
    const person = await aPerson(db, role)
    await join(db, person, project.project.key, role)
    people.set(role, { person, role })
  }
})

/** Returns a caller's token, or a new one if a call has ended the last. */
async function tokenOf(who: string): Promise<string> {
  const { person, role = 'viewer' } = people.get(who) ?? {}
  const input = CreateTokenInput.parse({ name: role, scopes: [{ project: '*', role }] })
  const token =
    tokens.get(who) ?? (person && (await createToken(contextOf(server.services.db, person), input)).text) ?? ''
  tokens.set(who, token)
  return token
}

const authorization = (token: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})
const json = { 'content-type': 'application/json' }

/** Calls over tRPC, whose result is the reference. */
async function overTrpc(name: string, type: string, input: unknown, token: string): Promise<Answer> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const response = await (type === 'mutation'
    ? fetch(`${url}/trpc/${name}`, {
        ...{ method: 'POST', headers: { ...json, ...authorization(token) } },
        body: JSON.stringify(input) ?? null,
      })
    : fetch(`${url}/trpc/${name}${query}`, { headers: authorization(token) }))
  const { result, error } = (await response.json()) as {
    result?: { data?: unknown }
    error?: { message: string; data: { fanion: { code: string } } }
  } // tRPC's format
  const { status, headers } = response
  const data = error ? error.message : (result?.data ?? null)
  return { code: error?.data.fanion.code ?? 'ok', status, retryAfter: headers.get('retry-after'), data }
}

/** Calls over HTTP as the document describes. */
async function overRest({ method, path }: Call, input: unknown, token: string): Promise<Answer> {
  const fields = Object.entries(input ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  )
  const address = `${url}/api/v1/${path}`
  const response = await (method === 'GET'
    ? fetch(`${address}?${new URLSearchParams(fields)}`, { headers: authorization(token) })
    : fetch(address, {
        method,
        headers: { ...(input === undefined ? {} : json), ...authorization(token) },
        body: JSON.stringify(input) ?? null,
      }))
  const answer = (await response.json()) as { error?: { code: string; message: string } } // our format, if it is an error
  const { status, headers } = response
  // A call without a result returns null.
  const refusal = answer?.error
  return {
    code: refusal?.code ?? 'ok',
    status,
    retryAfter: headers.get('retry-after'),
    data: refusal?.message ?? answer,
  }
}

// Each validator runs on few values, so optimizing it would take longer than it saves.
const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } })
ajv.addSchema({ $id: 'document', ...document })
const schemaOf = (operation: string, side: 'input' | 'output'): ValidateFunction => {
  const call = calls.get(operation.replace('.', '/'))
  const said = document.paths[`/${call?.path}`]?.[call?.method.toLowerCase() ?? '']
  const { schema } = (side === 'input' ? said?.requestBody : said?.responses[200])?.content['application/json'] ?? {}
  return ajv.compile({ $ref: `document${String(schema?.['$ref'])}` })
}

const problems = (fits: ValidateFunction, value: unknown) => (fits(value) ? [] : fits.errors)

/** Queries whose results contain the time or duration of the call. */
const momentary = new Set(['history.explain', 'system.status'])

describe('the HTTP API', () => {
  it('answers every procedure but those of a person’s own sign-in and subscriptions', () => {
    const left = procedures.filter(([name]) => !byName.some(([one]) => one === name))
    const reasons = left.map(([name, { _def }]) =>
      _def.type === 'subscription' ? 'subscription' : _def.meta?.who === 'anyone' ? 'anyone' : name.split('.')[0],
    )
    expect([...new Set(reasons)].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'account',
      'anyone',
      'passkeys',
      'subscription',
    ])
    expect(byName.length).toBeGreaterThan(180)
  })

  it.each(byName)('answers %s as tRPC does, to whoever asks, and as its document says', async (name, call) => {
    const { type } = call
    const ends = name === 'tokens.revokeThis'
    let input: unknown
    let used = true
    /** Resets the input after a call that used it up. The sample of a rejected call is reused. */
    const anew = async () => {
      if (used) input = await samples[name]?.input(world)
      if (call.noun === 'devices') await server.services.db.deleteFrom('attempt').execute()
      return input
    }
    const note = (answer: Answer, who: string) => {
      used = answer.code === 'ok' && type === 'mutation'
      if (used && ends) tokens.delete(who)
      return answer
    }
    let fitsAnswer: ValidateFunction | undefined
    let fitsInput: ValidateFunction | undefined
    for (const who of callers) {
      const first = note(await overTrpc(name, type, await anew(), await tokenOf(who)), who)
      const second = note(await overRest(call, await anew(), await tokenOf(who)), who)
      const same = ({ code, status }: Answer) => ({ who, code, status })
      expect(same(second)).toEqual(same(first))
      const alike = type === 'mutation' || momentary.has(name) ? second.data : first.data
      expect(second.data).toEqual(alike)
      if (second.code !== 'ok') continue
      fitsAnswer ??= schemaOf(name, 'output')
      expect(problems(fitsAnswer, second.data)).toEqual([])
      if (call.method !== 'POST' || !call.input || input === undefined) continue
      fitsInput ??= schemaOf(name, 'input')
      expect(problems(fitsInput, input)).toEqual([])
    }
  })
})
