import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { aWorld, type World } from './world.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await aWorld()
  folder = await aFolder('shadow')
})

const run = async (...args: string[]) => runWith({}, ...args)
const runWith = (env: Record<string, string>, ...args: string[]) =>
  runCli(args, { FANION_URL: world.url, FANION_KEY: world.serverKey.text, ...env })

/** Writes this server's response to an SDK, modified, to a file in place of another vendor's. */
const answered = async (where: string, change: (text: string) => string) => {
  const headers = { ...world.bearer, 'unleash-client-spec': '6.1.0' }
  const text = await (await fetch(`${world.url}${where}`, { headers })).text()
  const file = path.join(folder, 'answer.json')
  await writeFile(file, change(text))
  return file
}

const places = {
  unleash: '/unleash/api/client/features',
  launchdarkly: '/launchdarkly/sdk/latest-all',
  flagd: '/flagd/v1/flags',
  growthbook: '/growthbook/api/features/any',
} as const

describe.each(Object.entries(places))('fanion shadow %s', (vendor, where) => {
  it('says that an SDK can’t tell two equal documents apart', async () => {
    const file = await answered(where, (text) => text)
    const { code, said } = await run('shadow', vendor, '--from', file)
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('1 of 1 flag the same') })
  })

  it('names the flag that differs', async () => {
    const renamed = (text: string) => text.replaceAll('"checkout"', '"basket"')
    const { code, said } = await run('shadow', vendor, '--from', await answered(where, renamed))
    expect(code).toBe(1)
    expect(said).toContain('basket')
  })

  it('refuses what is no such document', async () => {
    const file = await answered(where, () => '{"flags": 1, "features": 2}')
    expect((await run('shadow', vendor, '--from', file)).code).toBe(1)
  })
})

describe('fanion shadow --contexts', () => {
  const people = [
    '{"userId":"ada","properties":{"plan":"pro"},"kind":"user","key":"ada","targetingKey":"ada","id":"ada"}',
    '{"userId":"bob","kind":"user","key":"bob","targetingKey":"bob"}',
  ]

  /** Another provider: this server's responses, modified, with its own key. */
  const another = async (change: (text: string) => string) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url = '', method = 'GET', headers } = request
        asked.push(`${method} ${url.split('?')[0] ?? ''} ${headers.authorization ?? ''}`)
        const own = url.startsWith('/sdk/evalx/id')
          ? `/launchdarkly/msdk/evalx${url.slice('/sdk/evalx/id'.length)}`
          : url.replace('/api/frontend', '/unleash/api/frontend').replace('/api/eval', '/growthbook/api/eval')
        const init = method === 'POST' ? { method, body: Buffer.concat(chunks) } : {}
        void fetch(`${world.url}${own}`, { ...init, headers: { ...world.bearer, 'content-type': 'application/json' } })
          .then((answer) => answer.text())
          .then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(change(text)))
      })
    })
    const asked: string[] = []
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, asked, end: () => server.close() }
  }
  const env = {
    UNLEASH_FRONTEND_TOKEN: 'theirs',
    LAUNCHDARKLY_CLIENT_SIDE_ID: 'id',
    FLAGD_AUTHORIZATION: 'theirs',
    GROWTHBOOK_CLIENT_KEY: 'sdk-1',
  }

  it.each([
    ['unleash', 'GET /api/frontend theirs', (text: string) => text.replaceAll('"checkout"', '"basket"')],
    ['launchdarkly', 'GET /sdk/evalx/id/contexts/', (text: string) => text.replaceAll('"value":true', '"value":false')],
    [
      'flagd',
      'POST /ofrep/v1/evaluate/flags theirs',
      (text: string) => text.replaceAll('"value":true', '"value":false'),
    ],
    [
      'growthbook',
      'POST /api/eval/sdk-1',
      (text: string) => text.replaceAll('"defaultValue":true', '"defaultValue":false'),
    ],
  ] as const)('asks %s and Fanion the same, and names the flag that differs', async (vendor, path1, change) => {
    const file = path.join(folder, 'people.jsonl')
    await writeFile(file, people.join('\n'))
    const same = await another((text) => text)
    const good = await runWith(env, 'shadow', vendor, '--from', same.url, '--contexts', file)
    same.end()
    expect(good).toEqual({ code: 0, said: 'Asked both with 2 contexts: 1 of 1 flag answered the same.' })
    expect(same.asked[0]).toContain(path1)
    expect(same.asked.join()).not.toContain(world.serverKey.text)
    const other = await another(change)
    const bad = await runWith(env, 'shadow', vendor, '--from', other.url, '--contexts', file)
    other.end()
    expect(bad.code).toBe(1)
    expect(bad.said).toMatch(/2 of 2 differ\n.*"ada".*theirs .*, ours /)
  })

  it.each(['', '[]', 'x', '[1]', '{"a":1}\nx'])('refuses %j for contexts', async (text) => {
    const file = path.join(folder, 'none.jsonl')
    await writeFile(file, text)
    const { code, said } = await run('shadow', 'unleash', '--contexts', file)
    expect([code, said]).toEqual([2, expect.stringContaining('has no contexts')])
  })
})
