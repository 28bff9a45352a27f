import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { aFolder } from '../../../../../tests/support/folder.ts'
import { mountDocs } from './mount.ts'

const policy = "default-src 'none'"
const ramps = '<h1>Ramps</h1>'

const anApp = async () => {
  const root = path.join(await aFolder('docs'), 'site')
  const files: Record<string, string | Buffer> = {
    'index.html': 'home',
    '404.html': 'not here',
    'guides/ramps.html': ramps,
    'guides/ramps.html.gz': gzipSync(ramps),
    'assets/app.DGqFy1O.js': 'export {}',
    'files/deploy/compose.yaml': 'services: {}',
    'policy.txt': policy,
    '../secret.txt': 'secret',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  const app = Fastify()
  await app.register(async (docs) => mountDocs(docs, root), { prefix: '/docs' })
  return app
}

it.each([
  ['/docs/', 'home'],
  ['/docs/guides/ramps', ramps],
  ['/docs/guides/ramps.html', ramps],
  ['/docs/guides/ramps/', ramps],
  ['/docs/files/deploy/compose.yaml', 'services: {}'],
])('%s is answered with its page', async (url, text) => {
  const { body, statusCode, headers } = await (await anApp()).inject({ url })
  expect([statusCode, body, headers['content-security-policy']]).toEqual([200, text, policy])
})

it('the address without a slash leads to the one with it', async () => {
  const { statusCode, headers } = await (await anApp()).inject({ url: '/docs' })
  expect([statusCode, headers['location']]).toEqual([308, '/docs/'])
})

it.each(['/docs/nowhere', '/docs/guides', '/docs/guides/', '/docs/..%2fsecret.txt', '/docs/a%00b'])(
  '%s is answered with the page for what is not there',
  async (url) => {
    const { body, statusCode, headers } = await (await anApp()).inject({ url })
    expect([statusCode, body]).toEqual([404, 'not here'])
    expect(headers['content-security-policy']).toBe(policy)
  },
)

it('scripts whose names are hashes are kept by the browser, pages are asked for again', async () => {
  const app = await anApp()
  const kept = async (url: string) => (await app.inject({ url })).headers['cache-control']
  expect(await kept('/docs/assets/app.DGqFy1O.js')).toBe('public, max-age=31536000, immutable')
  for (const url of ['/docs/', '/docs/guides/ramps', '/docs/nowhere', '/docs/assets/gone.js'])
    expect(await kept(url)).toBe('no-cache')
})

it('a page goes out as the build compressed it, and is not sent again to who has it', async () => {
  const app = await anApp()
  const first = await app.inject({ url: '/docs/guides/ramps', headers: { 'accept-encoding': 'gzip' } })
  expect(first.headers['content-encoding']).toBe('gzip')
  expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(first.rawPayload.equals(gzipSync(ramps))).toBe(true)
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': String(first.headers['etag']) }
  expect((await app.inject({ url: '/docs/guides/ramps', headers })).statusCode).toBe(304)
})
