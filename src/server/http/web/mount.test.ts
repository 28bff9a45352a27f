import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { aFolder } from '../../../../tests/support/folder.ts'
import { mountWeb } from './mount.ts'

const anApp = async () => {
  const dist = await aFolder('web')
  for (const [place, page] of Object.entries({ web: 'English', 'web/locales/nb': 'norsk' })) {
    mkdirSync(path.join(dist, place), { recursive: true })
    writeFileSync(path.join(dist, place, 'index.html'), page)
  }
  const app = Fastify()
  await app.register(cookie)
  await mountWeb(app, path.join(dist, 'web'))
  return app
}

it.each(['/', '/p/shop/flags'])('the page of %s comes in the language that was chosen, else asked for', async (url) => {
  const app = await anApp()
  const page = async (headers: Record<string, string>) => {
    const { body } = await app.inject({ url, headers: { accept: 'text/html', ...headers } })
    return body
  }
  expect(await page({})).toBe('English')
  expect(await page({ 'accept-language': 'nb-NO, en;q=0.5' })).toBe('norsk')
  expect(await page({ 'accept-language': 'nb', cookie: 'fanion-locale=en' })).toBe('English')
  expect(await page({ cookie: 'fanion-locale=../../secret' })).toBe('English')
})
