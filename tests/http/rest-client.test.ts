import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenApi } from '../../src/server/platform/http/rest/openapi.ts'
import { aFolder } from '../support/folder.ts'
import { aWorld, type World } from './world.ts'

let world: World
let token: string

beforeAll(async () => {
  world = await aWorld()
  const scopes = [{ project: '*' as const, role: 'owner' as const }]
  token = (await world.api.tokens.create.mutate({ name: 'A program', scopes })).text
})

const ask = (address: string, init: RequestInit = {}) => fetch(`${world.url}${address}`, init)
const bearer = () => ({ authorization: `Bearer ${token}` })

/** A generic client that knows only the server's OpenAPI document. */
async function aClient() {
  const document = (await (await ask('/api/v1/openapi.json')).json()) as OpenApi // the server's own description
  const calls = new Map(
    Object.entries(document.paths).flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { address, method }] as const),
    ),
  )
  const base = (document.servers[0] as { url: string }).url // always present
  return async (operationId: string, input: Record<string, unknown>): Promise<unknown> => {
    const { address, method } = calls.get(operationId) ?? {}
    if (!address) throw new Error(`the document has no ${operationId}`)
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
    const response = await (method === 'get'
      ? ask(`${base}${address}?${query}`, { headers: bearer() })
      : ask(`${base}${address}`, {
          method: 'POST',
          headers: { ...bearer(), 'content-type': 'application/json' },
          body: JSON.stringify(input),
        }))
    return response.json()
  }
}

describe('a client that is driven by the document alone', () => {
  it('makes a project and a flag, publishes, and reads the history', async () => {
    const call = await aClient()
    const scope = { project: 'driven', environment: 'development' }
    await call('projects.create', { key: 'driven', name: 'Driven' })
    await call('flags.create', { project: 'driven', key: 'checkout', name: 'Checkout' })
    const environments = (await call('environments.list', { project: 'driven' })) as { key: string; revision: number }[]
    const base = environments.find(({ key }) => key === 'development')?.revision
    const published = await call('flags.switch', { ...scope, flag: 'checkout', on: true, base })
    expect(published).toMatchObject({ number: (base ?? 0) + 1 })
    const { versions } = (await call('history.versions', { ...scope, kind: 'flag', key: 'checkout' })) as {
      versions: { revision: { number: number } }[]
    }
    expect(versions.map(({ revision }) => revision.number)).toEqual([(base ?? 0) + 1, base])
    expect(await call('flags.switch', { ...scope, flag: 'checkout', on: false, base })).toMatchObject({
      error: { code: 'revision/stale' },
    })
  })
})

describe('the life of a flag over HTTP', () => {
  it('goes from its creation over its targeting and a publish to the archive', async () => {
    const call = await aClient()
    const project = 'living'
    const place = { project, environment: 'development' }
    await call('projects.create', { key: project, name: 'Living' })
    await call('flags.create', { project, key: 'hero', name: 'Hero' })
    type Page = { flag: { archivedAt: string | null }; heads: Record<string, { revision: number; document: object }> }
    const head = ((await call('flags.get', { project, flag: 'hero' })) as Page).heads['development']
    if (head === undefined) throw new Error('hero is not in development')
    const rule = {
      id: 'nordic',
      when: { attribute: 'country', operator: 'is', values: ['NO'] },
      serve: { variant: 'on' },
    }
    const document = { ...head.document, on: true, rules: [rule], otherwise: { variant: 'off' } }
    const entries = [{ kind: 'flag', key: 'hero', document }]
    const published = await call('revisions.publish', { ...place, base: head.revision, message: 'Nordic', entries })
    expect(published).toMatchObject({ number: head.revision + 1, subjects: [{ key: 'hero' }] })
    const given = async (country: string) => {
      const context = { targetingKey: 'ada', country }
      return call('history.explain', { ...place, flag: 'hero', context })
    }
    expect([await given('NO'), await given('SE')]).toMatchObject([
      { outcome: { variant: 'on' } },
      { outcome: { variant: 'off' } },
    ])
    expect(await call('flags.archive', { project, flag: 'hero' })).toMatchObject({ archivedAt: expect.any(String) })
    const page = (await call('flags.get', { project, flag: 'hero' })) as Page
    expect([page.flag.archivedAt === null, Object.keys(page.heads)]).toEqual([false, []])
  })
})

describe('a call over HTTP', () => {
  const codeOf = async (response: Response) => {
    const { error } = (await response.json()) as { error?: { code: string } } // our format, if it is an error
    return [response.status, error?.code ?? 'ok']
  }
  const json = { 'content-type': 'application/json' }
  const create = (headers: Record<string, string>, body: string | null = '{"key":"no-matter","name":"No matter"}') =>
    ask('/api/v1/projects/create', { method: 'POST', headers: { ...json, ...headers }, body }).then(codeOf)

  it('takes no session: a page of another site has nothing to act with', async () => {
    expect(await create({ cookie: world.owner.cookie() })).toEqual([401, 'auth/sign-in-required'])
  })

  it('is refused to a page of another site, token or not', async () => {
    expect(await create({ ...bearer(), origin: 'https://elsewhere.example' })).toEqual([403, 'auth/forbidden'])
  })

  it('says what is wrong with its body', async () => {
    expect(await create(bearer(), '{"key":')).toEqual([400, 'request/invalid'])
    expect(await create(bearer(), null)).toEqual([400, 'request/invalid'])
    expect(await create(bearer(), '{"key":"x","name":"X","more":1}')).toEqual([400, 'request/invalid'])
  })

  it('says what is wrong with its address', async () => {
    const read = (query: string) => ask(`/api/v1/flags/list?${query}`, { headers: bearer() }).then(codeOf)
    expect(await read(`project=${world.project}&limit=5&archived=false`)).toEqual([200, 'ok'])
    for (const query of ['limit=many', 'archived=perhaps', 'limit=1&limit=2', 'unknown=1', '__proto__=1']) {
      expect([query, ...(await read(`project=${world.project}&${query}`))]).toEqual([query, 400, 'request/invalid'])
    }
  })

  it('that does not exist is not found, and one by the wrong method is told the right one', async () => {
    expect((await ask('/api/v1/flags/launder', { headers: bearer() })).status).toBe(404)
    expect((await ask('/api/v1/account/signIn', { method: 'POST' })).status).toBe(404)
    const wrong = await ask('/api/v1/projects/create', { headers: bearer() })
    expect([wrong.headers.get('allow'), ...(await codeOf(wrong))]).toEqual(['POST', 400, 'request/invalid'])
  })

  it('is not kept by anybody on its way', async () => {
    const { headers } = await ask('/api/v1/projects/list', { headers: bearer() })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual([])
  })
})

describe('the guide', () => {
  it('gives commands that work', async () => {
    const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guides/http-api.md'), 'utf8')
    const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)
    expect(blocks.length).toBeGreaterThan(5)
    const commands = blocks.filter((text) => !text.includes('export '))
    const env = { PATH: process.env['PATH'], FANION_URL: world.url, FANION_TOKEN: token }
    const cwd = await aFolder('guide')
    const run = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], { cwd, env })
    expect((await run).stdout).toContain('new-checkout')
    expect(readFileSync(path.join(cwd, 'fanion.openapi.json'), 'utf8')).toContain('"openapi":"3.1.1"')
  })
})
