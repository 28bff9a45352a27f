import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { aFolder } from '../../../../../tests/support/folder.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { mountWeb } from './mount.ts'

const script = 'export const answer = 42'

const anApp = async () => {
  const dist = await aFolder('web')
  for (const [place, page] of Object.entries({ web: 'English', 'web/locales/nb': 'norsk' })) {
    mkdirSync(path.join(dist, place), { recursive: true })
    writeFileSync(path.join(dist, place, 'index.html'), page)
  }
  mkdirSync(path.join(dist, 'web/assets'))
  writeFileSync(path.join(dist, 'web/assets/DGqFy1O.js'), script)
  writeFileSync(path.join(dist, 'web/assets/DGqFy1O.js.gz'), gzipSync(script))
  writeFileSync(path.join(dist, 'web/before.js'), script)
  const app = Fastify()
  await app.register(cookie)
  await mountWeb(app, path.join(dist, 'web'))
  return { app, dist }
}

it.each(['/', '/p/shop/flags'])('the page of %s comes in the language that was chosen, else asked for', async (url) => {
  const { app } = await anApp()
  const page = async (headers: Record<string, string>) => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html', ...headers } })
    return body
  }
  expect(await page({})).toBe('English')
  expect(await page({ 'accept-language': 'nb-NO, en;q=0.5' })).toBe('norsk')
  expect(await page({ 'accept-language': 'nb', cookie: 'fanion-locale=en' })).toBe('English')
  expect(await page({ cookie: 'fanion-locale=../../secret' })).toBe('English')
})

it('a script whose name is a hash of it is kept by the browser, every other file is asked for again', async () => {
  const { app } = await anApp()
  const kept = async (url: string) => (await app.inject({ url })).headers['cache-control']
  expect(await kept('/assets/DGqFy1O.js')).toBe('public, max-age=31536000, immutable')
  expect(await kept('/before.js')).toBe('no-cache')
  expect(await kept('/index.html')).toBe('no-cache')
})

it('a script goes out as the build compressed it, to whoever reads that', async () => {
  const { app } = await anApp()
  const send = (accepted: string) => app.inject({ url: '/assets/DGqFy1O.js', headers: { 'accept-encoding': accepted } })
  const short = await send('br, gzip')
  expect(short.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(short.headers['content-type']).toMatch(/javascript/)
  expect(short.rawPayload.equals(gzipSync(script))).toBe(true)
  const plain = await send('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
})

it('a script of another language, which is there packed alone, goes out to everyone', async () => {
  const { app, dist } = await anApp()
  mkdirSync(path.join(dist, 'web/locales/nb/assets'))
  writeFileSync(path.join(dist, 'web/locales/nb/assets/DGqFy1O.js.gz'), gzipSync(script))
  const send = (accepted: string, url = '/locales/nb/assets/DGqFy1O.js') =>
    app.inject({ url, headers: { 'accept-encoding': accepted } })
  for (const accepted of ['gzip', 'br, gzip']) {
    const short = await send(accepted)
    expect(short.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(short.rawPayload.equals(gzipSync(script))).toBe(true)
  }
  for (const accepted of ['identity', 'br']) {
    const plain = await send(accepted)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['content-type']).toMatch(/javascript/)
    expect([plain.statusCode, plain.body]).toEqual([200, script])
  }
  expect((await send('identity', '/locales/nb/assets/other.js')).statusCode).toBe(404)
})

it('a file that a build puts beneath a running server is served, and one that it takes away is not', async () => {
  const { app, dist } = await anApp()
  writeFileSync(path.join(dist, 'web/assets/NewBuild.js'), script)
  rmSync(path.join(dist, 'web/assets/DGqFy1O.js'))
  expect((await app.inject({ url: '/assets/NewBuild.js' })).body).toBe(script)
  expect((await app.inject({ url: '/assets/DGqFy1O.js' })).statusCode).toBe(404)
  // Neither files outside the folder nor folders.
  for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets', '/assets/', '/locales/nb/'])
    expect((await app.inject({ url })).statusCode).toBe(404)
})

it('an address that can be none of a file is refused, and no fault', async () => {
  const { app } = await anApp()
  const codes: string[] = []
  app.setErrorHandler((error, _, reply) => {
    codes.push(toFanionError(error).code)
    return reply.code(400).send()
  })
  const urls = [`/${'a'.repeat(15_000)}`, `/assets/${'a'.repeat(300)}.js`, `/${'a/'.repeat(3_000)}a`, '//a', '/a/./b']
  for (const url of urls) expect([400, 404]).toContain((await app.inject({ url })).statusCode)
  expect(new Set(codes)).toEqual(new Set(['request/invalid']))
})
